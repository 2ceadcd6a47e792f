// The link that brings others to a table.

const OWN = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::]']

/** The address of a page that was opened on the server itself works on that computer only: others get `forOthers`. */
export function invitationTo(code: string, forOthers: string | null): { link: string; onlyHere: boolean } {
  const here = OWN.includes(location.hostname)
  return {
    link: `${here ? (forOthers ?? location.origin) : location.origin}/t/${code}`,
    onlyHere: here && forOthers === null,
  }
}
