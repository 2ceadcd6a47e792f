// The keys of the table: from what was pressed to what it does. Letters go by their place on the keyboard, so that
// a Russian layout works too.

export type KeyAction =
  | { do: 'step'; by: -1 | 1 }
  | { do: 'edge'; end: 'first' | 'last' }
  | { do: 'play' }
  | { do: 'draw' }
  | { do: 'call' }
  | { do: 'catch' }
  | { do: 'back' }
  | { do: 'choose'; index: number }
  | { do: 'next' }
  | { do: 'leave' }
  | { do: 'log' }
  | { do: 'chat' }
  | { do: 'react' }
  | { do: 'help' }
  | { do: 'rules' }

export interface Pressed {
  key: string
  code: string
  repeat: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const LETTERS: Record<string, KeyAction> = {
  O: { do: 'call' },
  C: { do: 'catch' },
  P: { do: 'next' },
  Q: { do: 'leave' },
  L: { do: 'log' },
  T: { do: 'chat' },
  R: { do: 'rules' },
  E: { do: 'react' },
}
const NAMED: Record<string, KeyAction> = {
  ArrowLeft: { do: 'step', by: -1 },
  ArrowRight: { do: 'step', by: 1 },
  Home: { do: 'edge', end: 'first' },
  End: { do: 'edge', end: 'last' },
  Enter: { do: 'play' },
  ' ': { do: 'draw' },
  Escape: { do: 'back' },
  '?': { do: 'help' },
}

/** Null for keys that mean nothing here, or are held down: only the arrows repeat. */
export function keyAction(event: Pressed): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const named = NAMED[event.key]
  if (event.repeat && named?.do !== 'step') return null
  if (named) return named
  if (/^[1-9]$/.test(event.key)) return { do: 'choose', index: Number(event.key) - 1 }
  const letter = event.code.startsWith('Key') ? event.code.slice(3) : event.key.toUpperCase()
  return LETTERS[letter] ?? null
}

/** Keys are dead while somebody types. */
export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}
