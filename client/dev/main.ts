// Scenes from `dump.py` on the real components: /dev/?scene=classic4&step=40, for looking at them without a server.
import { mount } from 'svelte'
import { allTexts, useLanguage } from '../src/messages/index.svelte'
import { preferred } from '../src/messages/languages'
import '../src/styles.css'
import Scene from './Scene.svelte'
import type { Scenes } from './scenes'

await useLanguage(preferred())
await allTexts()
const scenes = (await (await fetch('/dev/scenes.json')).json()) as Scenes
mount(Scene, { target: document.body, props: { scenes } })
