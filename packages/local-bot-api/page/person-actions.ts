import type { PressedButton, ReplyButton, ShownMessage } from '../src/lib/page-json.ts'
import { fetchJson, postJson, type SentFile } from './api.ts'
import { loadChat, openBot } from './chats.ts'
import { chooseResult, showAlert, showConfirmation } from './dialogs.ts'
import { copyText, showToast } from './dom.ts'
import { toSafeLink } from './rich-text.ts'
import { state, view } from './state.ts'
import { showWebApp } from './web-app.ts'
import { t } from './words.ts'

export async function sendText(text: string) {
  const [name] = text.split(/\s/, 1) as [string]
  if (name.toLowerCase() === `@${state.bot}`.toLowerCase()) return askInline(text.slice(name.length).trim())
  await attemptOrToast(() => postJson('messages', { bot: state.bot, from: state.person!.id, text }))
}

export async function sendFile(kind: string, file: SentFile, caption?: string) {
  await attemptOrToast(() =>
    postJson('messages', { bot: state.bot, from: state.person!.id, [kind]: file, ...(caption && { caption }) }),
  )
}

export async function attemptOrToast<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    showToast((error as Error).message)
    throw error
  }
}

export async function pressStart() {
  const { payload } = state
  state.payload = ''
  await sendText(payload ? `/start ${payload}` : '/start')
}

export async function pressButton(message: ShownMessage, button: PressedButton, node: HTMLElement) {
  if (button.pay) return payInvoice(message, node)
  if (button.callback_data === undefined) {
    await openButton(button)
    return
  }
  if (node.getAttribute('aria-busy') === 'true') return
  node.setAttribute('aria-busy', 'true')
  try {
    const row = message.reply_markup!.inline_keyboard!.flat()
    // Several buttons may have equal texts, so the press contains this button's data.
    const { answer } = await postJson('presses', {
      bot: state.bot,
      from: state.person!.id,
      message_id: message.message_id,
      data: row.find(one => one === button)!.callback_data,
    })
    if (answer?.url) openAddress(answer.url)
    if (answer?.text && answer.show_alert) showAlert(answer.text)
    else if (answer?.text) showToast(answer.text)
  } finally {
    node.removeAttribute('aria-busy')
  }
}

async function payInvoice(message: ShownMessage, node: HTMLElement) {
  if (node.getAttribute('aria-busy') === 'true') return
  const { title, total_amount: stars } = message.invoice!
  if (!(await showConfirmation(t.askPay(stars, title), t.pay))) return
  node.setAttribute('aria-busy', 'true')
  try {
    await sendPayment({ message_id: message.message_id })
  } finally {
    node.removeAttribute('aria-busy')
  }
}

async function payLink(invoice_link: string) {
  const { title, stars } = await attemptOrToast(() =>
    fetchJson<'invoices'>(`invoices?${new URLSearchParams({ bot: state.bot!, invoice_link })}`),
  )
  if (await showConfirmation(t.askPay(stars, title), t.pay)) await attemptOrToast(() => sendPayment({ invoice_link }))
}

async function sendPayment(invoice: { message_id: number } | { invoice_link: string }) {
  const paid = await postJson('payments', { bot: state.bot, from: state.person!.id, ...invoice })
  if (paid.error_message) showAlert(paid.error_message)
  else if (paid.approved === null) showAlert(t.notCharged)
}

async function openButton(button: PressedButton) {
  if (button.copy_text) await copyText(button.copy_text.text)
  else if (button.web_app) await openApp({ url: button.web_app.url })
  else if (button.url ?? button.login_url?.url) {
    openAddress((button.url ?? button.login_url?.url)!)
  } else if (button.switch_inline_query_current_chat !== undefined) {
    view.nodes.composer!.write(`@${state.bot} ${button.switch_inline_query_current_chat}`)
  } else await askInline(button.switch_inline_query ?? '')
}

/** Shows the results of `@bot words`; the choice is sent to this chat, while Telegram would ask for one. */
async function askInline(query: string) {
  const { bot, person } = state
  const found = await attemptOrToast(() => postJson('inline-queries', { bot, from: person!.id, query }))
  if (found.results === null) return showToast(t.inlineSilent)
  const chosen = await chooseResult(found.results, found.button?.text ?? t.inlineNone)
  if (chosen === null) return
  const { inline_query_id } = found
  await attemptOrToast(() => postJson('inline-results', { bot, from: person!.id, inline_query_id, result_id: chosen }))
}

/** Opens a Mini App of the open bot: that of a button, or that of its menu button. */
export async function openApp(request: { url?: string; start_param?: string }) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const of = { bot: state.bot, person: state.person!.id }
  const { url } = await attemptOrToast(() => postJson('web-apps', { ...of, theme, ...request }))
  showWebApp(url, {
    openAddress,
    shareContact: () => postJson('web-app-contacts', of),
    allow: () => postJson('write-access', of),
  })
}

function openAddress(url: string) {
  const safe = toSafeLink(url)
  if (safe !== undefined && !openLinkHere(safe)) window.open(safe, '_blank', 'noopener,noreferrer')
}

/** Follows links to bots of this machine and to the open bot's invoices; returns false for every other address. */
export function openLinkHere(url: string) {
  const parsed = new URL(url)
  const name = /^(www\.)?(t\.me|telegram\.me)$/.test(parsed.hostname)
    ? parsed.pathname.split('/')[1]
    : parsed.protocol === 'tg:'
      ? parsed.searchParams.get('domain')
      : undefined
  if (name?.startsWith('$')) {
    payLink(url).catch(() => {})
    return true
  }
  const bot = name && state.chats.find(({ username }) => username.toLowerCase() === name.toLowerCase())
  if (!bot) return false
  const opening = () => openBot(bot.username, parsed.searchParams.get('start') ?? undefined)
  const startParam = parsed.searchParams.get('startapp')
  const follow = startParam === null ? opening : () => opening().then(() => openApp({ start_param: startParam }))
  attemptOrToast(follow).catch(() => {})
  return true
}

export async function pressReplyButton(button: ReplyButton) {
  if (button.request_contact) return shareContact()
  if (button.request_location) return shareLocation()
  await sendText(button.text)
  return true
}

/** Sends the person's own number after asking; returns whether it was sent. */
export async function shareContact() {
  const { phone_number, bot } = state.chat!
  if (!(await showConfirmation(t.askPhone(phone_number, bot.first_name), t.share))) return false
  await attemptOrToast(() =>
    postJson('messages', { bot: state.bot, from: state.person!.id, contact: { phone_number } }),
  )
  return true
}

// Monas in Jakarta, because the people here and their locations are invented.
const monas = { latitude: -6.1754, longitude: 106.8272 }

/** Sends the person's location after asking; returns whether it was sent. */
export async function shareLocation() {
  if (!(await showConfirmation(t.askLocation(state.chat!.bot.first_name), t.share))) return false
  await attemptOrToast(() => postJson('messages', { bot: state.bot, from: state.person!.id, location: monas }))
  return true
}

export async function setBlocked(blocked: boolean) {
  await attemptOrToast(() => postJson('blocks', { bot: state.bot, person: state.person!.id, blocked }))
  await loadChat()
}
