// Opens the Mini App: posts Telegram's data from the fragment of the address, once. Outside Telegram it leads to the
// menu page.

import { hasApp, isNative } from './mini-app-bridge.ts'
import { readNote, storeNote } from './mini-app-kept.ts'

const form = document.getElementById('enter') as HTMLFormElement | null
const told = new URLSearchParams(location.hash.slice(1))
const initData = told.get('tgWebAppData')
const theme = told.get('tgWebAppThemeParams')

if (theme) storeNote('theme', theme)
// In a browser, another person's link with their data in it would sign the reader in as that person. A frame can only
// be Telegram's, but browsers send it no cookie, which the dashboard needs.
const { needs } = form?.dataset ?? {}
const isShutOut = (needs === 'app' && !hasApp) || (needs === 'native' && !isNative)

if (initData && form && !isShutOut) {
  document.getElementById('opening')!.hidden = false
  document.getElementById('outside')!.hidden = true
  const [data, home] = [readNote('data'), readNote('home')]
  // The page was reloaded: the data is good for one session, which may still be valid.
  if (data === initData && home) location.replace(home)
  else {
    storeNote('data', initData)
    storeNote('home', '')
    form.querySelector('input')!.value = initData
    form.submit()
  }
} else if (form?.dataset.outside) {
  location.replace(form.dataset.outside)
}
