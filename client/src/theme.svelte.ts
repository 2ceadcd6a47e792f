// Dark or light: as the system says, until the reader says otherwise.

const system = matchMedia('(prefers-color-scheme: dark)')
const theme = $state({ wish: localStorage.getItem('theme'), dark: system.matches })

function show(): void {
  if (theme.wish === null) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme.wish
}
system.addEventListener('change', (event) => (theme.dark = event.matches))
show()

export const isDark = (): boolean => (theme.wish === null ? theme.dark : theme.wish === 'dark')
export function setDark(dark: boolean): void {
  theme.wish = dark === theme.dark ? null : dark ? 'dark' : 'light'
  if (theme.wish === null) localStorage.removeItem('theme')
  else localStorage.setItem('theme', theme.wish)
  show()
}
