// Dark or light: as the system says, until the reader says otherwise.

const system = matchMedia('(prefers-color-scheme: dark)')
const theme = $state({ choice: localStorage.getItem('theme'), dark: system.matches })

function show(): void {
  if (theme.choice === null) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme.choice
}
system.addEventListener('change', (event) => (theme.dark = event.matches))
show()

export const isDark = (): boolean => (theme.choice === null ? theme.dark : theme.choice === 'dark')
export function setDark(dark: boolean): void {
  theme.choice = dark === theme.dark ? null : dark ? 'dark' : 'light'
  if (theme.choice === null) localStorage.removeItem('theme')
  else localStorage.setItem('theme', theme.choice)
  show()
}
