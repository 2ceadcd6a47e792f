// Not a Svelte module: its compiler warns of the invisible characters that do this.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** A name that runs from right to left is set apart, so that it does not turn its sentence round. */
export const apart = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)
