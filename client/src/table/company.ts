// Who comes to the table and what is said there, as news for a reader who may be looking elsewhere.

import type { TableEvent, TableState } from '../net/protocol'

export interface News {
  kind: 'arrived' | 'said'
  name: string
}

/** The last of what others did after event `since`: a person sat down, or somebody said something. */
export function companyNews(
  events: readonly TableEvent[],
  since: number,
  table: Pick<TableState, 'you'>,
  me: string | null,
): News | null {
  let last: News | null = null
  for (const one of events) {
    if (one.n <= since) continue
    if (one.type === 'seat_taken' && one.level === null && one.seat !== table.you && one.name !== me)
      last = { kind: 'arrived', name: one.name }
    if (one.type === 'chat' && (one.seat === null ? one.name !== me : one.seat !== table.you))
      last = { kind: 'said', name: one.name }
  }
  return last
}
