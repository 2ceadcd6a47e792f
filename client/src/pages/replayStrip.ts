// The strip of a replay: runs of the colour in force, and the moments worth jumping to.

import type { ReplayStep } from '../net/protocol'

export interface Run {
  colour: string
  length: number
  from: number
}
export interface Mark {
  at: number
  kind: string
} // 'call', 'catch', 'end', or a card

export function runs(steps: readonly ReplayStep[]): Run[] {
  const out: Run[] = []
  steps.forEach((step, i) => {
    const colour = step.view.colour ?? ''
    const end = out.at(-1)
    if (end && end.colour === colour) end.length += 1
    else out.push({ colour, length: 1, from: i })
  })
  return out
}

const CLOSEST = 0.07 // marks nearer than this share of the strip would run into each other

/** `notable`: cards whose plays are such moments. */
export function marks(steps: readonly ReplayStep[], notable: ReadonlySet<string>): Mark[] {
  const last = steps.length - 1
  const found = steps.flatMap((step, at): Mark[] => {
    if (at === last) return []
    const kinds = step.events.map((one) => one.type)
    if (kinds.includes('catch')) return [{ at, kind: 'catch' }]
    if (kinds.includes('call')) return [{ at, kind: 'call' }]
    return step.events
      .flatMap((one) =>
        one.type === 'play' && one.card && notable.has(one.card) ? [{ at, kind: one.card }] : [],
      )
      .slice(0, 1)
  })
  const apart: Mark[] = []
  for (const mark of found) {
    const before = apart.at(-1)
    if (
      (!before || mark.at - before.at > last * CLOSEST * (notable.has(mark.kind) ? 1.6 : 1)) &&
      mark.at > last * 0.04 &&
      mark.at < last * 0.92
    )
      apart.push(mark)
  }
  return last > 0 ? [...apart, { at: last, kind: 'end' }] : []
}
