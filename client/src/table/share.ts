// Sharing a match: its picture and its link, by the system's own sheet where there is one; else the picture is saved
// and the link copied.

/** What of a browser is used, so that it can be tried without one. */
export interface Sharer {
  share?: (what: ShareData) => Promise<void>
  canShare?: (what: ShareData) => boolean
  save: (picture: File) => void
  copy: (text: string) => Promise<boolean>
}
export interface Shared {
  title: string
  url: string
  picture: File | null // null: this server makes none
}
/** What was done; `saved` and `copied` are worth telling, and with `by hand` the reader has to copy the link. */
export type Outcome = 'shared' | 'cancelled' | 'saved' | 'copied' | 'by hand'

export async function share(what: Shared, by: Sharer): Promise<Outcome> {
  const { title, url, picture } = what
  const link: ShareData = { title, url }
  const whole: ShareData = picture === null ? link : { ...link, files: [picture] }
  if (by.share) {
    const chosen = picture !== null && by.canShare?.(whole) ? whole : link
    try {
      await by.share(chosen)
      return 'shared'
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'cancelled'
    }
  }
  if (picture !== null) by.save(picture)
  if (!(await by.copy(url))) return 'by hand'
  return picture === null ? 'copied' : 'saved'
}

/** The picture of a match; null where there is none, for whatever reason. */
export async function pictureAt(address: string, name: string): Promise<File | null> {
  try {
    const answer = await fetch(address)
    const body = answer.ok ? await answer.blob() : null
    return body?.type === 'image/png' ? new File([body], name, { type: 'image/png' }) : null
  } catch {
    return null
  }
}
