// On a large screen the whole page is zoomed (styles.css). The style sheets, and what is laid out by numbers, count in
// the page's own pixels; the window, the pointer and the places of things are told in those of the screen.

interface Room {
  zoom: number
  width: number // of the window, in the page's own pixels
  height: number
}
let known: Room | null = null
addEventListener('resize', () => (known = null))

/** Asked of the browser once for each size of the window: to answer, it works out the styles of the whole page. */
export function room(): Room {
  if (known === null) {
    const z = document.documentElement.currentCSSZoom ?? 1
    known = { zoom: z, width: innerWidth / z, height: innerHeight / z }
  }
  return known
}

/** Pixels of the screen in one of the page; 1 also where a browser tells places in the page's own (older Safari). */
export const zoom = (): number => room().zoom

/** Where something lies, in the page's own pixels. */
export function placed(what: Element | Range): DOMRect {
  const [r, z] = [what.getBoundingClientRect(), zoom()]
  return new DOMRect(r.x / z, r.y / z, r.width / z, r.height / z)
}
