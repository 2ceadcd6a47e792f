// The rules in force at a table, asked for once for each set of them.

import { get } from '../net/api'
import type { RulesPage, TableState } from '../net/protocol'

/** `given`: the page is known already. Call it while a component is set up. */
export function rulesInForce(table: () => TableState, given: () => RulesPage | null): () => RulesPage | null {
  let page = $state.raw<RulesPage | null>(null)
  const wanted = $derived(JSON.stringify([table().code, table().rules, table().set, table().limit]))
  $effect(() => {
    const [code] = JSON.parse(wanted) as [string]
    if (given() !== null) return
    get<RulesPage>(`/tables/${code}/rules`)
      .then((found) => (page = found))
      .catch(() => (page = null))
  })
  return () => given() ?? page
}
