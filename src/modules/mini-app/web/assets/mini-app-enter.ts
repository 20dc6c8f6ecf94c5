// Opens the Mini App: posts what Telegram put behind the address, once. Outside of Telegram it leads to the menu page.

import { isNative } from './mini-app-bridge.ts'
import { keep, kept } from './mini-app-kept.ts'

const form = document.getElementById('enter') as HTMLFormElement | null
const told = new URLSearchParams(location.hash.slice(1))
const initData = told.get('tgWebAppData')
const theme = told.get('tgWebAppThemeParams')

if (theme) keep('theme', theme)
// The dashboard needs a cookie, which browsers do not send to a frame. In a browser a link from another person, with
// their data behind it, would sign the reader in as that person.
const isShutOut = form?.dataset.native && !isNative

if (initData && form && !isShutOut) {
  document.getElementById('opening')!.hidden = false
  document.getElementById('outside')!.hidden = true
  const [data, home] = [kept('data'), kept('home')]
  // The page was loaded again: the data is good for one session, which may still last.
  if (data === initData && home) location.replace(home)
  else {
    keep('data', initData)
    keep('home', '')
    form.querySelector('input')!.value = initData
    form.submit()
  }
} else if (form?.dataset.outside) {
  location.replace(form.dataset.outside)
}
