// Reactions at the seats, for a moment; and whose the reader does not want to see.

import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { EmoteCode } from '../net/protocol'

export const SHOWN_MS = 2600
const KEY = 'reactions'

interface Shown {
  emote: EmoteCode
  serial: number
}

export class Reactions {
  private shown = new SvelteMap<string, Shown>()
  private hidden = new SvelteSet<string>()
  private none = $state(false)
  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null) {
    this.none = storage?.getItem(KEY) === 'hidden'
  }

  /** What a player shows now. */
  of(name: string): Shown | null {
    return this.shown.get(name) ?? null
  }

  /** Somebody reacts; whether the reader sees it. */
  saw(name: string, emote: EmoteCode, serial: number): boolean {
    if (this.none || this.hidden.has(name)) return false
    this.shown.set(name, { emote, serial })
    setTimeout(() => {
      if (this.shown.get(name)?.serial === serial) this.shown.delete(name)
    }, SHOWN_MS)
    return true
  }

  /** Whether all are hidden: kept in the browser. */
  get off(): boolean {
    return this.none
  }
  hideAll(hide: boolean): void {
    this.none = hide
    if (hide) this.shown.clear()
    if (hide) this.storage?.setItem(KEY, 'hidden')
    else this.storage?.removeItem(KEY)
  }

  /** Whether those of one person are: until the page is closed. */
  hides(name: string): boolean {
    return this.hidden.has(name)
  }
  hide(name: string, hide: boolean): void {
    if (hide) this.hidden.add(name)
    else this.hidden.delete(name)
    if (hide) this.shown.delete(name)
  }
}

export const reactions = new Reactions(typeof localStorage === 'undefined' ? null : localStorage)

/** How the reader's own seat sends one; where there is none, nothing can be sent. */
export const REACT = Symbol('react')
export type React = () => ((emote: EmoteCode) => void) | null
