// A page of the Mini App: it uses Telegram's colours, buttons and dialogs instead of its own, unless the app does not
// answer.

import { hasApp, isNative, onEvent, sendEvent } from './mini-app-bridge.ts'
import { readNote, storeNote } from './mini-app-kept.ts'

const marks = document.getElementById('mini-app')?.dataset ?? {}
const root = document.documentElement

// The address contains the session: a link to it would sign its reader in as the sender.
if (marks.door && !hasApp) location.replace(marks.door)
if (marks.home) storeNote('home', marks.home)

const colours: Record<string, string> = {
  secondary_bg_color: '--ground',
  bg_color: '--card',
  text_color: '--ink',
  button_color: '--accent',
  button_text_color: '--accent-ink',
}

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

function applyTheme(theme: Record<string, unknown>) {
  for (const [name, variable] of Object.entries(colours)) {
    const colour = theme[name]
    if (isColour(colour)) root.style.setProperty(variable, colour)
  }
  const [hint, ink, ground] = [theme.hint_color, theme.text_color, theme.bg_color]
  // Apps may show hints fainter than is readable for small text.
  if (isColour(hint) && isColour(ink)) root.style.setProperty('--soft', `color-mix(in srgb, ${hint} 65%, ${ink})`)
  if (!isColour(ground)) return
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(ground.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  root.dataset.scheme = red * 0.299 + green * 0.587 + blue * 0.114 < 128 ? 'dark' : 'light'
}

function paintKept() {
  try {
    applyTheme(JSON.parse(readNote('theme') ?? '{}'))
  } catch {}
}

// The page's own main button is hidden once the app has confirmed that its button exists.
onEvent('theme_changed', ({ theme_params: theme }) => {
  root.dataset.app = '1'
  storeNote('theme', JSON.stringify(theme ?? {}))
  applyTheme((theme ?? {}) as Record<string, unknown>)
  showMain()
})

function mainPart() {
  return document.querySelector<HTMLElement>('[data-main], [data-order], .menu-bar a')
}

function showMain() {
  const part = mainPart()
  const isOn = part !== null && !(part as HTMLButtonElement).disabled
  const style = getComputedStyle(root)
  const text = part?.textContent?.trim().replace(/\s+/g, ' ') ?? ''
  sendEvent('web_app_setup_main_button', {
    is_visible: isOn,
    is_active: isOn,
    text: isOn ? text : '',
    color: style.getPropertyValue('--accent').trim(),
    text_color: style.getPropertyValue('--accent-ink').trim(),
  })
}

onEvent('main_button_pressed', () => {
  sendEvent('web_app_trigger_haptic_feedback', { type: 'impact', impact_style: 'medium' })
  mainPart()?.click()
})
onEvent('back_button_pressed', () => {
  if (marks.back) location.href = marks.back
})

function findField(name: string) {
  return document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`form [name="${name}"]`)
}

function offerButton(name: string, text: string | undefined, press: () => void) {
  const input = findField(name)
  if (!input || !text) return
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'button quiet app-offer', textContent: text })
  button.addEventListener('click', press)
  input.after(button)
}

function fillField(name: string, value: string) {
  const input = findField(name)
  if (!input) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const contactTries = 10
const contactMs = 400

// The app sends the number to the bot; Telegram's signed answer arrives a moment later.
function askContact(left: number) {
  sendEvent('web_app_invoke_custom_method', { req_id: `contact-${left}`, method: 'getRequestedContact', params: {} })
}

onEvent('phone_requested', ({ status }) => {
  if (status === 'sent') askContact(contactTries)
})
onEvent('custom_method_invoked', ({ req_id: id, result }) => {
  const [, left] = /^contact-(\d+)$/.exec(String(id)) ?? []
  if (left === undefined) return
  const contact = new URLSearchParams(typeof result === 'string' ? result : '').get('contact')
  if (contact) {
    const { phone_number: phone } = JSON.parse(contact)
    fillField('phone', String(phone).replace(/^\+?/, '+'))
  } else if (Number(left) > 1) setTimeout(() => askContact(Number(left) - 1), contactMs)
})

onEvent('location_checked', ({ available }) => {
  if (available) sendEvent('web_app_request_location')
})
onEvent('location_requested', ({ available, latitude, longitude }) => {
  if (!available || typeof latitude !== 'number' || typeof longitude !== 'number') return
  const point = `${latitude.toFixed(6)},${longitude.toFixed(6)}`
  const before = (findField('address')?.value ?? '').split('📍', 1)[0]!.trimEnd()
  fillField('address', `${before} 📍 ${point} https://maps.google.com/?q=${point}`.trim())
  const receiving = findField('receiving')
  if (receiving && receiving.value !== 'delivery') return
  // The delivery area, and thus the fee, depends on the location.
  document.querySelector<HTMLButtonElement>('[data-count]')?.click()
})

// Without START the bot could not send the code to the chat.
function askWriting(form: HTMLFormElement) {
  if (marks.writes === '1' || readNote('asked') || !hasApp) return false
  storeNote('asked', '1')
  if (!readNote('asked')) return false
  onEvent('write_access_requested', () => form.requestSubmit())
  sendEvent('web_app_request_write_access')
  // An app that does not know the request never answers.
  setTimeout(() => form.requestSubmit(), writingMsMax)
  return true
}

const writingMsMax = 20_000

function reportError() {
  sendEvent('web_app_trigger_haptic_feedback', { type: 'notification', notification_type: 'error' })
}

function prepareForms() {
  for (const form of document.querySelectorAll('form')) {
    let isSent = false
    form.addEventListener('submit', event => {
      // A second press of the same button would send the form twice.
      if (isSent) return event.preventDefault()
      if (form.dataset.prices === 'cart' && event.submitter?.dataset.count === undefined && askWriting(form)) {
        return event.preventDefault()
      }
      isSent = true
      sendEvent('web_app_setup_main_button', {
        is_visible: true,
        is_active: false,
        is_progress_visible: true,
        text: '…',
      })
    })
    form.addEventListener('input', () => setTimeout(showMain))
    // Each rejected field sends an event, but only the first one causes haptic feedback.
    form.addEventListener(
      'invalid',
      event => {
        if (event.target === form.querySelector(':invalid:not(fieldset)')) reportError()
      },
      true,
    )
  }
}

document.addEventListener('click', event => {
  const part = (event.target as HTMLElement).closest<HTMLElement>('[data-close], [data-link], [data-chat], a[download]')
  if (!part) return
  const { link, chat } = part.dataset
  if (link) sendEvent('web_app_open_link', { url: link })
  else if (chat) sendEvent('web_app_open_tg_link', { path_full: chat })
  else if (part.dataset.close !== undefined) sendEvent('web_app_close')
  else if (isNative || root.dataset.app) {
    // Neither web views nor Telegram's frames can save files: the app around them does.
    event.preventDefault()
    const url = new URL((part as HTMLAnchorElement).href)
    const name = part.getAttribute('download') || `${url.pathname.split('/').at(-1)}`
    sendEvent('web_app_request_file_download', { url: url.href, file_name: name })
  }
})

/** Follows the payment, which another script renders again. */
function followPayment() {
  let phase = document.getElementById('payment')?.dataset.phase
  if (phase === undefined) return
  new MutationObserver(() => {
    const next = document.getElementById('payment')?.dataset.phase
    if (next === phase) return
    phase = next
    sendEvent('web_app_trigger_haptic_feedback', {
      type: 'notification',
      notification_type: phase === 'paid' ? 'success' : 'warning',
    })
    revealPage()
    showMain()
  }).observe(document.body, { childList: true, subtree: true })
}

function revealPage() {
  for (const part of document.querySelectorAll<HTMLElement>('[data-close]')) part.hidden = false
}

paintKept()
if (hasApp) {
  sendEvent('web_app_ready')
  sendEvent('web_app_expand')
  sendEvent('web_app_request_theme')
  sendEvent('web_app_setup_back_button', { is_visible: Boolean(marks.back) })
  sendEvent('web_app_setup_closing_behavior', { need_confirmation: marks.asks === '1' })
  showMain()
  offerButton('phone', marks.contact, () => sendEvent('web_app_request_phone'))
  offerButton('address', marks.place, () => sendEvent('web_app_check_location'))
  if (document.querySelector('[aria-invalid], .banner.stop')) reportError()
  revealPage()
  followPayment()
}
prepareForms()
