// The HTTP part: what is only read, and the name.

import { reason } from '../messages/reasons'
import type { Problem } from './protocol'

export class Refusal extends Error {
  constructor(readonly problem: Problem, readonly status: number) { super(problem.why) }
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T
  const problem = await response.json().catch(() => null) as Problem | null
  throw new Refusal(problem ?? { why: `${response.status} ${response.statusText}`, suggestion: null }, response.status)
}

export const get = async <T>(path: string): Promise<T> => answer<T>(await fetch(`/api${path}`))

export const post = async <T>(path: string, body: unknown = undefined): Promise<T> =>
  answer<T>(await fetch(`/api${path}`, {
    method: 'POST',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  }))

/** What went wrong, in the reader's words. */
export const why = (error: unknown): string => reason(error instanceof Error ? error.message : String(error))
