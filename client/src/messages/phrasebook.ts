// The sheet of rules in Russian. The server makes it, in English, from the data that the engine runs; here each of its
// sentences has a translation, found by the sentence with its numbers left open. What is not found stays English.

import book from './rules.ru.json'

const PHRASES: Record<string, string> = book

function phrase(text: string): string | null {
  const numbers = text.match(/\d+/g) ?? []
  const found = PHRASES[text.replace(/\d+/g, '#')]
  if (found === undefined) return null
  let at = 0
  return found.replace(/#/g, () => numbers[at++] ?? '')
}

/** A sentence, or the effects of a card ("Skip: the next player loses the turn", "a, b and c"). */
export function inRussian(text: string): string {
  const whole = phrase(text)
  if (whole !== null || text === '') return whole ?? ''
  const [name = '', ...rest] = text.split(': ')
  if (rest.length > 0 && phrase(name) !== null) return `${phrase(name)}: ${inRussian(rest.join(': '))}`
  const parts = text.split(', ')
  return parts.length > 1 ? parts.map((part) => phrase(part) ?? part).join(', ') : text
}
