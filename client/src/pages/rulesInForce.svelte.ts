// The rules in force at a table, asked for once for each set of them.

import { get, post } from '../net/api'
import type { RulesPage, TableState } from '../net/protocol'

/** `given`: the page is known already. Call it while a component is set up. */
export function rulesInForce(table: () => TableState, given: () => RulesPage | null): () => RulesPage | null {
  let page = $state.raw<RulesPage | null>(null)
  const wanted = $derived(JSON.stringify([table().rules, table().set]))
  $effect(() => {
    const [name, set] = JSON.parse(wanted) as [string, TableState['set']]
    if (given() !== null) return
    const asked =
      Object.keys(set).length > 0
        ? post<RulesPage>(`/rules/${name}`, { set })
        : get<RulesPage>(`/rules/${name}`)
    asked.then((found) => (page = found)).catch(() => (page = null))
  })
  return () => given() ?? page
}
