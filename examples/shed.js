// A bot in JavaScript, for Node: sheds its action cards first, and catches anyone who forgot to call.
const worth = (text) =>
  /^play/.test(text) + /^play (W|.[SR+])/.test(text) + / call$/.test(text);

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const question = JSON.parse(line);
    const answer = { id: question.id };
    if (question.ask === "hello") {
      answer.protocol = 1;
    } else if (question.ask === "choose") {
      answer.action = question.legal.reduce((best, text) => (worth(text) > worth(best) ? text : best));
    } else {
      answer.action = question.legal.find((text) => text.startsWith("catch")) ?? null;
    }
    console.log(JSON.stringify(answer));
  });
