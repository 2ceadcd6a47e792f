// How the cards look: as the reader chose; high contrast where the system asks for it and nothing was chosen.

import type { CardTheme } from './art/themes'

const KEY = 'cards'
const wanted = matchMedia('(prefers-contrast: more)')
const known = (name: string | null): CardTheme | null =>
  name === 'enamel' || name === 'paper' || name === 'contrast' ? name : null
const state = $state({ choice: known(localStorage.getItem(KEY)), more: wanted.matches })

/** Whether the reader is choosing. */
export const looks = $state({ open: false })

export const cardTheme = (): CardTheme => state.choice ?? (state.more ? 'contrast' : 'enamel')

/** The page around the cards follows them: its colours are those of `:root[data-cards]`. */
function show(): void {
  document.documentElement.dataset['cards'] = cardTheme()
}
wanted.addEventListener('change', (event) => {
  state.more = event.matches
  show()
})
show()

export function setCardTheme(name: CardTheme): void {
  state.choice = name
  localStorage.setItem(KEY, name)
  show()
}
