// The HTTP part: what is only read, and the name.

import { reason } from '../messages/reasons'
import type { Declined, Problem } from './protocol'

/** The answer is no; its message is a sentence. */
export class Refusal extends Error {
  constructor(
    why: string,
    readonly suggestion: string | null = null,
  ) {
    super(why)
  }
}

async function answer<T extends object>(response: Response): Promise<T> {
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null
    throw new Refusal(problem?.why ?? `${response.status} ${response.statusText}`)
  }
  const body = (await response.json()) as T | Declined
  if ('declined' in body) throw new Refusal(body.declined, body.suggestion)
  return body
}

export const get = async <T extends object>(path: string): Promise<T> => answer<T>(await fetch(`/api${path}`))

export const post = async <T extends object>(path: string, body: unknown = undefined): Promise<T> =>
  answer<T>(
    await fetch(`/api${path}`, {
      method: 'POST',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  )

/** What went wrong, in the reader's words. */
export const why = (error: unknown): string => reason(error instanceof Error ? error.message : String(error))
