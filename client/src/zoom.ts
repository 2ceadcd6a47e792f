// On a large screen the whole page is zoomed (styles.css). The style sheets, and what is laid out by numbers, count in
// the page's own pixels; the window, the pointer and the places of things are told in those of the screen.

/** Pixels of the screen in one of the page; 1 also where a browser tells places in the page's own (older Safari). */
export const zoom = (): number => document.documentElement.currentCSSZoom ?? 1

/** Where something lies, in the page's own pixels. */
export function placed(what: Element | Range): DOMRect {
  const [r, z] = [what.getBoundingClientRect(), zoom()]
  return new DOMRect(r.x / z, r.y / z, r.width / z, r.height / z)
}
