// The HTTP part: what is only read, and the name.

import { allTexts, t } from '../messages/index.svelte'
import { sentenceOf } from '../messages/say'
import type { Message, RequestRefused } from './protocol'

/** The answer is no, or there was none. */
export class Refusal extends Error {
  constructor(
    readonly why: Message,
    readonly suggestion: string | null = null,
    readonly kind: RequestRefused['code'] | null = null,
  ) {
    super(why.code)
  }
}

/** A question may be refused although nothing has gone wrong: the body says it, whatever the status. */
async function answer<T extends object>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => null)) as T | RequestRefused | null
  if (body !== null && 'refused' in body) {
    await allTexts().catch(() => {}) // it can be about anything
    throw new Refusal(body.refused, body.suggestion, body.code)
  }
  if (body === null || !response.ok)
    throw new Refusal({ code: 'net.status', params: { status: response.status } })
  return body
}

async function request<T extends object>(path: string, how: RequestInit): Promise<T> {
  const response = await fetch(`/api${path}`, how).catch(() => null)
  if (response === null) throw new Refusal({ code: 'net.unreachable', params: {} })
  return answer<T>(response)
}

export const get = <T extends object>(path: string): Promise<T> => request<T>(path, {})

export const post = <T extends object>(path: string, body: unknown = undefined): Promise<T> =>
  request<T>(path, {
    method: 'POST',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })

/** What went wrong, in the reader's words. */
export const why = (error: unknown): string =>
  error instanceof Refusal ? sentenceOf(error.why) : t('net.unreachable')
