import { showConfirmation } from './dialogs.ts'
import { drawIcon, h } from './dom.ts'
import { state } from './state.ts'
import { t } from './words.ts'

/** The acts of the person that a Mini App can request. */
interface Acts {
  openAddress(url: string): void
  shareContact(): Promise<{ contact: string }>
  allow(): Promise<unknown>
}

type Data = Record<string, unknown>
type Tell = (eventType: string, eventData?: Data) => void

// Monas in Jakarta, as in the chat.
const monas = { latitude: -6.1754, longitude: 106.8272, altitude: null, course: null, speed: null }

/**
 * Shows a Mini App over the chat, and answers the events that it sends, by the names of
 * https://core.telegram.org/api/web-events.
 */
export function showWebApp(url: string, acts: Acts) {
  document.querySelector<HTMLDialogElement>('dialog.web-app')?.close()
  const open: OpenApp = { url, acts, asksBeforeClosing: false, contact: '', ...splitUrl(url) }
  const { dialog, frame, main, back, close } = open
  const tell: Tell = (eventType, eventData = {}) =>
    frame.contentWindow?.postMessage(JSON.stringify({ eventType, eventData }), new URL(url).origin)
  const leave = () => {
    if (!open.asksBeforeClosing) dialog.close()
    else showConfirmation(t.leaveApp, t.close).then(yes => yes && dialog.close())
  }
  const answers = { ...answersOfParts(open), ...answersOfPerson(open) }
  const hear = (event: MessageEvent) => {
    if (event.source !== frame.contentWindow || typeof event.data !== 'string') return
    const { eventType, eventData } = JSON.parse(event.data)
    // Events for phones only, such as haptics, need no answer.
    Promise.resolve(answers[eventType]?.(eventData ?? {}, tell)).catch(() => {})
  }
  addEventListener('message', hear)
  main.addEventListener('click', () => tell('main_button_pressed'))
  back.addEventListener('click', () => tell('back_button_pressed'))
  close.addEventListener('click', leave)
  dialog.addEventListener('cancel', event => {
    event.preventDefault()
    leave()
  })
  dialog.addEventListener('close', () => {
    removeEventListener('message', hear)
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
}

interface OpenApp extends ReturnType<typeof splitUrl> {
  url: string
  acts: Acts
  asksBeforeClosing: boolean
  /** The person's number, signed; empty until they share it. */
  contact: string
}

function splitUrl(url: string) {
  const name = state.chat?.bot.first_name
  const frame = h('iframe', { testid: 'web-app-frame', src: url, title: name, allow: 'geolocation; clipboard-write' })
  const sign = (testid: string, label: string, which: 'back' | 'close', hidden: boolean) =>
    h('button.icon-button', { type: 'button', testid, 'aria-label': label, hidden }, drawIcon(which))
  const back = sign('web-app-back', t.backInApp, 'back', true)
  const close = sign('web-app-close', t.close, 'close', false)
  const main = h('button.web-app-main', { type: 'button', testid: 'web-app-main', hidden: true })
  const head = h('div.web-app-head', {}, back, h('b', {}, name), close)
  return { frame, back, close, main, dialog: h('dialog.web-app', { testid: 'web-app' }, head, frame, main) as Dialog }
}

type Dialog = HTMLDialogElement
type Answers = Record<string, (data: Data, tell: Tell) => unknown>

function answersOfParts(open: OpenApp): Answers {
  const { url, dialog, frame, main, back } = open
  return {
    web_app_close: () => dialog.close(),
    web_app_request_theme: (_, tell) => tell('theme_changed', { theme_params: themeIn(url) }),
    web_app_request_viewport: (_, tell) =>
      tell('viewport_changed', { height: frame.clientHeight, is_state_stable: true, is_expanded: true }),
    web_app_setup_main_button(data) {
      main.hidden = data.is_visible !== true
      main.disabled = data.is_active === false
      main.textContent = String(data.text ?? '')
      setColour(main, 'background', data.color)
      setColour(main, 'color', data.text_color)
    },
    web_app_setup_back_button(data) {
      back.hidden = data.is_visible !== true
    },
    web_app_setup_closing_behavior(data) {
      open.asksBeforeClosing = data.need_confirmation === true
    },
  }
}

function setColour(node: HTMLElement, property: string, value: unknown) {
  if (/^#[0-9a-f]{6}$/i.test(String(value))) node.style.setProperty(property, String(value))
}

function answersOfPerson(open: OpenApp): Answers {
  const { acts, dialog } = open
  const name = () => state.chat!.bot.first_name
  return {
    async web_app_request_phone(_, tell) {
      const yes = await showConfirmation(t.askPhone(state.chat!.phone_number, name()), t.share)
      if (yes) open.contact = (await acts.shareContact()).contact
      tell('phone_requested', { status: yes ? 'sent' : 'cancelled' })
    },
    async web_app_request_write_access(_, tell) {
      const yes = await showConfirmation(t.askWriting(name()), t.allow)
      if (yes) await acts.allow()
      tell('write_access_requested', { status: yes ? 'allowed' : 'cancelled' })
    },
    web_app_check_location: (_, tell) => tell('location_checked', { available: true, access_requested: false }),
    async web_app_request_location(_, tell) {
      const yes = await showConfirmation(t.askLocation(name()), t.share)
      tell('location_requested', yes ? { available: true, ...monas } : { available: false })
    },
    web_app_invoke_custom_method({ req_id, method }, tell) {
      const isContact = method === 'getRequestedContact'
      tell('custom_method_invoked', {
        req_id,
        ...(isContact ? { result: open.contact } : { error: 'METHOD_INVALID' }),
      })
    },
    async web_app_request_file_download(data, tell) {
      const [url, file] = [String(data.url), String(data.file_name)]
      const yes = /^https?:/.test(url) && (await showConfirmation(t.askDownload(file, name()), t.download))
      if (yes) h('a', { href: url, download: file }).click()
      tell('file_download_requested', { status: yes ? 'downloading' : 'cancelled' })
    },
    web_app_open_link: data => acts.openAddress(String(data.url)),
    web_app_open_tg_link(data) {
      dialog.close()
      acts.openAddress(`https://t.me${data.path_full}`)
    },
    web_app_open_invoice: data => acts.openAddress(`https://t.me/$${data.slug}`),
  }
}

function themeIn(url: string) {
  return JSON.parse(new URLSearchParams(new URL(url).hash.slice(1)).get('tgWebAppThemeParams') ?? '{}')
}
