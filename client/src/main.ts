import { mount } from 'svelte'
import App from './App.svelte'
import { language, setLanguage } from './messages/index.svelte'
import './styles.css'

setLanguage(language())
const target = document.getElementById('app')
if (target) mount(App, { target })
