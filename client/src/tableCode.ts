/** A table's code out of what people type or paste: a code or a whole link. */
export const codeOf = (text: string): string =>
  text
    .trim()
    .replace(/\/+$/, '')
    .split(/[/#?=]/)
    .pop()
    ?.toUpperCase()
    .replace(/[^A-Z0-9]/g, '') ?? ''
