// A first game explains itself: a few hints, each shown when it first applies, gone once it was read.

import { t, type Key } from './messages/index.svelte'
import type { Action, Calling, View } from './net/protocol'

type Name = 'lift' | 'draw' | 'pass' | 'one' | 'catch'
const read = $state<{ names: string[] }>({
  names: (localStorage.getItem('hints') ?? '').split(' ').filter(Boolean),
})

export function gotHint(name: Name): void {
  if (read.names.includes(name)) return
  read.names = [...read.names, name]
  localStorage.setItem('hints', read.names.join(' '))
}

/** Who has done it needs no hint any more. */
export function didHints(view: View, { verb, call = false }: Action): void {
  if (verb === 'play' || verb === 'jump') gotHint('lift')
  if (verb === 'draw') gotHint('draw')
  if (verb === 'pass' || (verb === 'play' && view.phase === 'drawn')) gotHint('pass')
  if (verb === 'call' || call) gotHint('one')
  if (verb === 'catch') gotHint('catch')
}

function applies(name: Name, view: View, calling: Calling | null): boolean {
  const has = (verb: Action['verb']) => view.legal.some((one) => one.verb === verb)
  switch (name) {
    case 'catch':
      return (calling?.accusable.length ?? 0) > 0
    case 'one':
      return calling !== null && view.hand.length === 2 && view.legal.some((one) => one.card && one.call)
    case 'pass':
      return view.phase === 'drawn' && has('pass')
    case 'draw':
      return view.phase === 'play' && has('draw') && !has('play')
    case 'lift':
      return has('play') && view.phase === 'play'
  }
}

export function nextHint(view: View, calling: Calling | null): { name: Name; text: string } | null {
  if (view.you === null || view.turn !== view.you) return null
  const order: Name[] = ['one', 'catch', 'pass', 'draw', 'lift']
  const name = order.find((one) => !read.names.includes(one) && applies(one, view, calling))
  if (!name) return null
  const touch = name === 'lift' && matchMedia('(hover: none)').matches
  const count = calling?.false_catch_penalty ?? 0
  return { name, text: t(touch ? 'hint.lift.touch' : (`hint.${name}` satisfies Key), { count }) }
}
