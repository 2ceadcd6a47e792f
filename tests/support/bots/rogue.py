"""Bots that do something wrong, as real programs: `python rogue.py NAME [MARK]`. MARK only names the process.

Those that fail in the middle answer two questions first. Nothing but the standard library is used here.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

Question = dict[str, Any]


def say(answer: object) -> None:
    sys.stdout.write((answer if isinstance(answer, str) else json.dumps(answer)) + "\n")
    sys.stdout.flush()


def asked() -> Question:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    question: Question = json.loads(line)
    return question


def right(question: Question) -> Question:
    return {"id": question["id"], "action": question["legal"][0]}


def hello() -> None:
    say({"id": asked()["id"], "protocol": 1})


def play_on(questions: int = 1 << 30) -> None:
    for _ in range(questions):
        say(right(asked()))


def begun() -> Question:
    """The third question, after a good beginning."""
    hello()
    play_on(2)
    return asked()


def forever() -> None:
    while True:
        time.sleep(60)


def honest() -> None:
    hello()
    play_on()


def slow() -> None:
    hello()
    question = asked()
    time.sleep(0.7)  # the limit is 0.5 in its test
    say(right(question))
    forever()


def silent() -> None:
    hello()
    forever()


def never_starts() -> None:
    forever()


def dies_at_start() -> None:
    sys.exit("no licence found")


def greets_wrongly() -> None:
    asked()
    say("Hello!")
    forever()


def speaks_another_version() -> None:
    say({"id": asked()["id"], "protocol": 99})
    forever()


def dies() -> None:
    begun()
    print("I can't go on", file=sys.stderr)
    sys.exit(3)


def is_killed() -> None:
    begun()
    os.kill(os.getpid(), signal.SIGSEGV)


def answers_and_leaves() -> None:
    say(right(begun()))


def endless_line() -> None:
    begun()
    while True:
        sys.stdout.write("x" * 1000)


def long_line() -> None:
    say(right(begun()) | {"comment": "x" * 8200})
    forever()


def chatters() -> None:
    begun()
    os.write(1, b'{"id": 3, "action": "draw"}\n' * 2000)
    forever()


def leaves_children() -> None:
    hello()
    for _ in range(3):
        if os.fork() == 0:
            forever()
    play_on()


def leaves_daemons() -> None:
    hello()
    start_daemons()
    play_on()


def leaves_daemons_and_waits() -> None:
    hello()
    asked()
    start_daemons()
    forever()


def start_daemons() -> None:
    """Children that leave the session, twice removed, and ignore what they can."""
    for _ in range(2):
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if os.fork() == 0:
                forever()
            os._exit(0)


def dies_before_its_children() -> None:
    """The children keep the pipes open: that the bot is gone must be seen all the same."""
    begun()
    if os.fork() == 0:
        os.setsid()
        forever()
    os._exit(4)


def forks() -> None:
    begun()
    for _ in range(40):
        if os.fork() == 0:
            os.setsid()
            forever()
    forever()


def bombs() -> None:
    begun()
    for _ in range(7):
        os.fork()
    forever()


def no_json() -> None:
    begun()
    say("play R7, please")
    forever()


def no_answer() -> None:
    say({"id": begun()["id"], "move": "draw"})
    forever()


def no_utf8() -> None:
    begun()
    os.write(1, b'{"id": 3, "action": "\xff\xfe"}\n')
    forever()


def deep_json() -> None:
    begun()
    say('{"id": 3, "action": "draw", "why": ' + "[" * 4000 + "]" * 4000 + "}")
    forever()


def no_action() -> None:
    say({"id": begun()["id"], "action": "dance"})
    forever()


def half_a_character() -> None:
    begun()
    say('{"id": 3, "action": "play \\ud800"}')
    forever()


def wrong_id() -> None:
    say(right(begun()) | {"id": 77})
    forever()


def illegal_card() -> None:
    question = begun()
    say(right(question) | {"action": "play R0" if "play R0" not in question["legal"] else "play G0"})
    forever()


def no_move() -> None:
    hello()
    while True:
        question = asked()
        say(right(question) | ({"action": None} if question["ask"] == "choose" else {}))


def two_moves() -> None:
    answer = json.dumps(right(begun()))
    say(f"{answer}\n{answer}")
    forever()


def second_thoughts() -> None:
    question = begun()
    say(right(question))
    asked()
    say(right(question))
    forever()


def closes_output() -> None:
    begun()
    os.close(1)
    forever()


def eats_memory() -> None:
    begun()
    eaten = []
    while True:
        eaten.append(bytearray(16 << 20))


def burns_time() -> None:
    begun()
    while True:
        pass


def grumbles() -> None:
    begun()
    while True:
        sys.stderr.write("and another thing! " * 500)


def ignores_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)
    silent()


def does_not_read() -> None:
    say({"id": 0, "protocol": 1})
    forever()


def stops() -> None:
    hello()
    os.kill(os.getpid(), signal.SIGSTOP)
    forever()


def kills_its_keeper() -> None:
    begun()
    if os.fork() == 0:
        forever()
    os.kill(os.getppid(), signal.SIGKILL)
    forever()


def kills_its_keeper_and_leaves_daemons() -> None:
    after_daemons(signal.SIGKILL, os.getppid())


def stops_its_keeper() -> None:
    after_daemons(signal.SIGSTOP, os.getppid())


def kills_its_guard() -> None:
    after_daemons(signal.SIGKILL, parent_of(os.getppid()))


def stops_its_guard() -> None:
    after_daemons(signal.SIGSTOP, parent_of(os.getppid()))


def stops_both() -> None:
    after_daemons(signal.SIGSTOP, parent_of(os.getppid()), os.getppid())


def after_daemons(number: int, *targets: int) -> None:
    begun()
    start_daemons()
    for target in targets:
        os.kill(target, number)
    forever()


def parent_of(pid: int) -> int:
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def spies() -> None:
    """Plays right, and tells which of the files named to it are there, what else is, and what it can do."""
    looked_for = [word.removeprefix("look:") for word in sys.argv[3:]]
    found = {path: os.path.exists(path) for path in looked_for}
    here, written = os.listdir("."), []
    for place in (os.path.dirname(os.path.abspath(__file__)), "/usr", "/", os.getcwd()):
        try:
            with open(os.path.join(place, "written-by-a-bot"), "w"):
                written.append(place)
        except OSError:
            pass
    processes = [name for name in os.listdir("/proc") if name.isdigit()]
    told = {
        "found": found,
        "here": here,
        "wrote": [place == os.getcwd() for place in written],
        "processes": len(processes),
        "network": reaches_network(),
        "cwd": os.getcwd(),
    }
    sys.stderr.write(json.dumps(told) + "\n")
    honest()


def spies_and_dies() -> None:
    """Looks for files in the middle of a game; what it wrote to standard error is kept with its forfeit."""
    begun()
    looked_for = [word.removeprefix("look:") for word in sys.argv[3:]]
    command_lines = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            command_lines.append(file.read().decode())
    told = {path: os.path.exists(path) for path in looked_for}
    told["command lines"] = any("league" in line and "--db" in line for line in command_lines)
    sys.exit(json.dumps(told))


def reaches_network() -> bool:
    """Whether there is a network besides the bot's own."""
    with open("/proc/net/dev") as file:
        return any(line.split(":")[0].strip() not in ("", "lo") for line in file.readlines()[2:])


def looks_around() -> None:
    """Plays right, and tells what it found of us."""
    inherited = [fd for fd in os.listdir("/proc/self/fd") if int(fd) > 3]
    alone = os.getsid(0) == os.getpid() == os.getpgid(0)
    sys.stderr.write(f"{dict(os.environ)} {inherited} {alone}\n")
    honest()


def forgets_its_dead() -> None:
    """Helpers that have ended, and that nobody has waited for, are no processes any more."""
    hello()
    for _ in range(30):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)  # it has ended, and stays where it is
    play_on()


def starts_helpers() -> None:
    """A well-behaved bot may use other programs."""
    hello()
    while True:
        question = asked()
        subprocess.run(["/bin/true"], check=True)
        say(right(question))


if __name__ == "__main__":
    act: Callable[[], None] = globals()[sys.argv[1]]
    act()
