// What a false call costs is asked once in a match, also if the page is loaded again meanwhile.

const KEY = 'false-call'

export const wasWarned = (table: string): boolean => sessionStorage.getItem(KEY) === table
export const warn = (table: string): void => sessionStorage.setItem(KEY, table)
export const forgetWarning = (): void => sessionStorage.removeItem(KEY)
