// Copying: by the clipboard, else the old way, and never a "copied" that is not true.
import './setup'
import assert from 'node:assert/strict'
import test from 'node:test'
import { copyText } from '../src/clipboard'

let execCommand: () => boolean = () => true
let copied: string[] = []
class FakeElement {
  isConnected = true
  focused = 0
  focus(): void {
    this.focused += 1
  }
}
Object.assign(globalThis, { HTMLElement: FakeElement })
const button = new FakeElement()
Object.assign(document, {
  activeElement: button,
  body: { append: () => {} },
  querySelectorAll: () => [],
  createElement: () => ({
    value: '',
    style: {},
    focus: () => {},
    setSelectionRange: () => {},
    remove: () => {},
    select(this: { value: string }) {
      copied.push(this.value)
    },
  }),
  execCommand: (what: string) => what === 'copy' && execCommand(),
})
function world(clipboard: object | undefined, old: () => boolean): void {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  execCommand = old
  copied = []
}

test('with a clipboard the text is written to it', async () => {
  const written: string[] = []
  world({ writeText: (text: string) => Promise.resolve(void written.push(text)) }, () => false)
  assert.equal(await copyText('link'), true)
  assert.deepEqual([written, copied], [['link'], []])
})

test('over plain http there is none: the text is selected and copied, and the focus comes back', async () => {
  world(undefined, () => true)
  const before = button.focused
  assert.equal(await copyText('link'), true)
  assert.deepEqual([copied, button.focused], [['link'], before + 1])
})

test('a clipboard that refuses is not the end', async () => {
  world({ writeText: () => Promise.reject(new Error('denied')) }, () => true)
  assert.equal(await copyText('link'), true)
})

test('what could not be copied is not called copied', async () => {
  for (const fails of [
    () => false,
    () => {
      throw new Error('no')
    },
  ]) {
    world(undefined, fails)
    assert.equal(await copyText('link'), false)
  }
})
