// Whom the key C accuses, and when a second press is only a hammering finger. Nobody knows here who forgot to call.

const SAME = 1500 // milliseconds before the same player can be accused again
const ANY = 500 // before anybody can

export class Accusing {
  private done = new Set<string>() // accused since they came down to one card
  private last: { name: string; at: number } | null = null
  private now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Whether it counts: each press of a finger that hammers would cost cards. */
  accuse(name: string): boolean {
    const at = this.now()
    if (this.last && at - this.last.at < (this.last.name === name ? SAME : ANY)) return false
    this.last = { name, at }
    this.done.add(name)
    return true
  }

  /** The first of the list who was not accused yet; then the list begins again. */
  next(accusable: readonly string[]): string | null {
    for (const name of this.done) if (!accusable.includes(name)) this.done.delete(name)
    const fresh = accusable.find((name) => !this.done.has(name))
    if (fresh !== undefined) return fresh
    this.done.clear()
    return accusable[0] ?? null
  }
}
