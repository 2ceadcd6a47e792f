// Where the reader is: the path of the page, changed without loading it again.

export { codeOf } from './tableCode'

const at = $state({ path: location.pathname, query: location.search })

addEventListener('popstate', () => {
  at.path = location.pathname
  at.query = location.search
})

export const path = (): string => at.path
export const query = (name: string): string | null => new URLSearchParams(at.query).get(name)

export function go(to: string, replace = false): void {
  const url = new URL(to, location.href)
  if (url.pathname === at.path && url.search === at.query) return
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  at.path = url.pathname
  at.query = url.search
  if (!replace) scrollTo(0, 0)
}

/** A link within the page. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey
  )
    return
  event.preventDefault()
  go(link.getAttribute('href') ?? '/')
}
