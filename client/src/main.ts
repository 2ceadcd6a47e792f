// The first script, as small as can be. It sends for the words, and for the part of the page that the path asks for,
// while what every page begins with (start.ts) is still on its way: index.html asks for that.

import './styles.css'
import { loadFirst, preferred } from './messages/languages'
import { isLater, LOADERS } from './loaders'
import { pageOf } from './pages/siteMap'

const ignore = () => {} // the part that needs it asks again, and says what is wrong
loadFirst(preferred()).catch(ignore)
const { at } = pageOf(location.pathname)
if (isLater(at)) LOADERS[at]().catch(ignore)
if (at === 'table') LOADERS.invitation().catch(ignore)

import('./start')
  .then(({ start }) => start())
  .catch(() => document.getElementById('unloaded')?.removeAttribute('hidden'))
