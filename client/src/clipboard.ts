// Copying text. Pages without https, as on a friend's network, have no navigator.clipboard: there the text is
// selected in a field and copied the old way. The answer is whether it is on the clipboard.

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** By a field that nobody sees. It stands in the open dialog, if there is one: the rest of the page takes no focus. */
function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // no keyboard on phones
  field.ariaHidden = 'true'
  field.style.cssText = 'position:fixed;left:0;top:0;opacity:0;font-size:16px'
  const home = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  home.append(field)
  try {
    field.focus({ preventScroll: true })
    field.select()
    field.setSelectionRange(0, text.length)
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}

/** How people copy what is selected, as keys are called on their machine; phones have no keys. */
export const copyKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘C' : 'Ctrl+C')
