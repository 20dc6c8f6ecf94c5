import type { ControlReads, PageEvent, ShownMessage } from '../src/lib/page-json.ts'
import { fetchJson, postJson } from './api.ts'
import { endTyping, renderChat, scrollToBottom, showTyping, showUnsupportedCall, updateChat } from './chat-view.ts'
import { showToast } from './dom.ts'
import { setClock } from './rich-text.ts'
import { renderSide } from './side.ts'
import { app, state, view } from './state.ts'
import { prefersIndonesian } from './words.ts'

let events: EventSource | undefined
let reloading: number | undefined
/** The number of changes reported by events, so that an older answer is not shown after a newer event. */
let changes = 0

export const browserLanguage = () => (prefersIndonesian() ? 'id' : navigator.language.slice(0, 2))

export async function addPerson(firstName: string, language: string) {
  const { id } = await postJson('people', { first_name: firstName, language_code: language })
  state.people = await fetchJson('people')
  return id
}

export function choosePerson(id: number) {
  state.person = state.people.find(person => person.id === id)
  localStorage.setItem('person', `${id}`)
  state.unread.clear()
  listenToEvents()
}

function listenToEvents() {
  events?.close()
  events = new EventSource(`control/events?person=${state.person!.id}`)
  events.onmessage = ({ data }) => onEvent(JSON.parse(data)).catch(error => showToast(error.message))
}

async function onEvent(event: PageEvent) {
  if (event.kind === 'clock') return setClock(event.now_ms)
  const here = state.chat !== undefined && 'bot' in event && event.bot === state.chat.bot.id
  changes++
  if (event.kind === 'hello' || event.kind === 'reset' || event.kind === 'people') reloadSoon()
  else if (event.kind === 'message') onMessage(event, here)
  else if (event.kind === 'deleted') {
    if (here) removeMessage(event.message_id)
    await loadChats()
  } else if (event.kind === 'action' && here) showTyping(event.action)
  else if (event.kind === 'loud') showUnsupportedCall(event)
  else if (event.kind === 'chat' || event.kind === 'bots') {
    await loadChats()
    if (here) await loadChat()
  }
}

/** Reloads the chats soon. A driver may create a thousand people at once, and one reload is enough for them. */
function reloadSoon() {
  if (reloading !== undefined) return
  reloading = setTimeout(() => {
    reloading = undefined
    reloadPeople().catch(error => showToast(error.message))
  }, 100)
}

async function reloadPeople() {
  state.people = await fetchJson('people')
  if (!state.people.some(({ id }) => id === state.person!.id)) {
    if (state.people.length === 0) await addPerson('Budi', browserLanguage())
    choosePerson(state.people.at(-1)!.id)
  }
  await loadChats()
  if (state.bot) await loadChat()
}

export async function loadChats() {
  state.chats = await getFresh<'chats'>(`chats?person=${state.person!.id}`)
  drawSide()
}

/**
 * Reads again what changed during the reading. It stops after a few times, because the next event comes soon anyway.
 */
async function getFresh<Path extends keyof ControlReads>(path: `${Path}?${string}`): Promise<ControlReads[Path]> {
  for (let attempt = 1; ; attempt++) {
    const before = changes
    const answer = await fetchJson<Path>(path)
    if (before === changes || attempt === 5) return answer
  }
}

function drawSide() {
  renderSide(state, {
    onBot: openBot,
    onPerson: async id => {
      choosePerson(id)
      await loadChats()
      if (state.bot) await loadChat()
    },
    onNewPerson: async (name, language) => {
      const id = await addPerson(name, language)
      choosePerson(id)
      await loadChats()
      if (state.bot) await loadChat()
    },
    onNewBot: (username, firstName) => postJson('bots', { username, first_name: firstName }),
  })
}

export async function openBot(username: string, payload?: string) {
  if (payload !== undefined) state.payload = payload
  else if (state.bot !== undefined && state.bot !== username) state.payload = ''
  state.bot = username
  localStorage.setItem('bot', username)
  app.dataset.pane = 'chat'
  await loadChat()
  view.nodes.composer?.focus()
}

export async function loadChat() {
  const wanted = `${state.bot} ${state.person!.id}`
  const chat = await getFresh<'chat'>(`chat?bot=${encodeURIComponent(state.bot!)}&person=${state.person!.id}`)
  if (wanted !== `${state.bot} ${state.person!.id}`) return
  const same = state.chat?.bot.id === chat.bot.id && state.chat.person === state.person!.id
  state.chat = { ...chat, person: state.person!.id }
  state.unread.delete(chat.bot.id)
  if (same) updateChat()
  else renderChat()
  drawSide()
}

function onMessage({ bot, message }: { bot: number; message: ShownMessage }, here: boolean) {
  showInList(bot, message, here)
  if (here) showInChat(message)
}

function showInList(bot: number, message: ShownMessage, here: boolean) {
  const row = state.chats.find(chat => chat.id === bot)
  if (!here && message.from.is_bot && row && !((row.last_message?.message_id ?? 0) >= message.message_id)) {
    state.unread.set(bot, (state.unread.get(bot) ?? 0) + 1)
  }
  if (row && !((row.last_message?.message_id ?? 0) > message.message_id)) {
    row.last_message = message
    state.chats.sort((one, other) => (other.last_message?.date ?? 0) - (one.last_message?.date ?? 0))
  }
  drawSide()
}

function showInChat(message: ShownMessage) {
  const { messages } = state.chat!
  const index = messages.findIndex(({ message_id }) => message_id === message.message_id)
  const isNew = index < 0
  if (isNew) {
    messages.push(message)
    messages.sort((one, other) => one.message_id - other.message_id)
  } else messages[index] = message
  if (isNew) showKeyboard(message)
  if (isNew && message.from.is_bot) endTyping()
  if (!message.from.is_bot) state.chat!.started = true
  updateChat()
  if (isNew && !message.from.is_bot) scrollToBottom()
}

function showKeyboard({ reply_markup }: ShownMessage) {
  if (!reply_markup || reply_markup.inline_keyboard) return
  state.chat!.keyboard = reply_markup.remove_keyboard ? null : reply_markup
}

function removeMessage(id: number) {
  state.chat!.messages = state.chat!.messages.filter(({ message_id }) => message_id !== id)
  updateChat()
}
