// What every page begins with.

import { mount } from 'svelte'
import App from './App.svelte'
import { whenIdle } from './idle'
import { register } from './installed'
import { useLanguage } from './messages/index.svelte'
import { preferred } from './messages/languages'

export async function start(): Promise<void> {
  // Before the first word is shown. If the texts can't be loaded now, the page is in English.
  await useLanguage(preferred()).catch(() => useLanguage('en'))
  const target = document.getElementById('app')
  if (target) mount(App, { target })
  whenIdle(register)
}
