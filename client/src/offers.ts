// What this browser's reader was asked already: nobody is asked the same twice.

export type Offered = 'sound' | 'notices'

const asked = (): string[] => (localStorage.getItem('offered') ?? '').split(' ').filter(Boolean)

export const wasOffered = (what: Offered): boolean => asked().includes(what)
export function offered(what: Offered): void {
  if (!wasOffered(what)) localStorage.setItem('offered', [...asked(), what].join(' '))
}
