/**
 * The chat page: people talk to bots here as they would in Telegram. It reads and writes through the control
 * (docs/local-bot-api.md) and follows `control/events`. Addresses: `?bot=NAME` opens a bot, `&start=PAYLOAD` offers
 * START with that payload, `&person=ID` chooses who is talking.
 *
 * For tests, `data-testid`:
 *   people      person-switcher, people, person-option-<id>, new-person-name, new-person-language, new-person-create
 *   bots        bot-list, bot-row-<username> (bot-preview, bot-unread inside), new-bot, new-bot-name, new-bot-username,
 *               new-bot-create, new-bot-token
 *   chat        chat-title, chat-status, back, chat-menu, messages, message-<id> (data-by=bot|person), message-text,
 *               message-time, message-edited, replied, photo, photo-save, photo-viewer, viewer-save, viewer-close,
 *               document, contact, location, code, spoiler, expandable-quote, tg-time, command-link, pinned-bar, typing,
 *               scroll-down, loud-line, loud-close, empty-chat, bot-description
 *   buttons     inline-keyboard, inline-button (data-text, data-style, aria-busy while unanswered), reply-keyboard,
 *               reply-button (data-text), keyboard-toggle
 *   composer    start-button, unblock-button, composer-input, send-button, attach-input, attach-preview, menu-button,
 *               command-list, command-<name>
 *   menu        deep-link-open, deep-link-input, deep-link-go, block-toggle, raw-toggle, update-mode, update-delay
 *   over all    toast, alert, alert-text, alert-ok, confirm, confirm-yes, confirm-no, raw-drawer, raw-json, raw-close
 */
import { get, post } from './api.js'
import { bubble, summary } from './bubble.js'
import { createComposer } from './composer.js'
import { avatar, copyText, h, icon, openModal, toast } from './dom.js'
import { refreshTimes, safeLink } from './rich-text.js'
import { renderSide } from './side.js'

const app = document.getElementById('app')
const pane = document.querySelector('main.chat')
const drawer = document.querySelector('.drawer')

/** What the page shows. `chat` is one answer of `control/chat`; `payload` waits for the START button. */
const state = {
  people: [],
  person: undefined,
  chats: [],
  bot: undefined,
  chat: undefined,
  payload: '',
  unread: new Map(),
}
let events
let reloading
/** Counts the changes that events told, so that an answer that was read before one of them is not shown after it. */
let changes = 0
let nodes = {}

start().catch(error => toast(error.message))

async function start() {
  const asked = new URLSearchParams(location.search)
  state.people = await get('people')
  // A newcomer is one click away from START: somebody is there to talk from the beginning.
  if (state.people.length === 0) await addPerson('Budi', languageHere())
  const remembered = Number(asked.get('person') ?? localStorage.getItem('person'))
  choosePerson(state.people.find(({ id }) => id === remembered)?.id ?? state.people.at(-1).id)
  state.payload = asked.get('start') ?? ''
  await loadChats()
  const name = (asked.get('bot') ?? localStorage.getItem('bot') ?? '').toLowerCase()
  const wanted = state.chats.find(({ username }) => username.toLowerCase() === name)
  const first = wanted ?? state.chats[0]
  if (first) await openBot(first.username)
  else renderChat()
  setInterval(refreshTimes, 1000)
}

const languageHere = () => (/^(id|ms|jv|su)\b/.test(navigator.language) ? 'id' : navigator.language.slice(0, 2))

async function addPerson(firstName, language) {
  const { id } = await post('people', { first_name: firstName, language_code: language })
  state.people = await get('people')
  return id
}

function choosePerson(id) {
  state.person = state.people.find(person => person.id === id)
  localStorage.setItem('person', id)
  state.unread.clear()
  listen()
}

function listen() {
  events?.close()
  events = new EventSource(`control/events?person=${state.person.id}`)
  events.onmessage = ({ data }) => onEvent(JSON.parse(data)).catch(error => toast(error.message))
}

async function onEvent(event) {
  const here = state.chat && event.bot === state.chat.bot.id
  changes++
  if (event.kind === 'hello' || event.kind === 'reset' || event.kind === 'people') reloadSoon()
  else if (event.kind === 'message') onMessage(event, here)
  else if (event.kind === 'deleted') {
    if (here) removeMessage(event.message_id)
    await loadChats()
  } else if (event.kind === 'action' && here) showTyping(event.action)
  else if (event.kind === 'loud') showLoud(event)
  else if (event.kind === 'chat' || event.kind === 'bots') {
    await loadChats()
    if (here) await loadChat()
  }
}

/** A driver may make a thousand people at once: one reload is enough for all of them. */
function reloadSoon() {
  if (reloading !== undefined) return
  reloading = setTimeout(() => {
    reloading = undefined
    reload().catch(error => toast(error.message))
  }, 100)
}

async function reload() {
  state.people = await get('people')
  if (!state.people.some(({ id }) => id === state.person.id)) {
    if (state.people.length === 0) await addPerson('Budi', languageHere())
    choosePerson(state.people.at(-1).id)
  }
  await loadChats()
  if (state.bot) await loadChat()
}

async function loadChats() {
  state.chats = await getFresh(`chats?person=${state.person.id}`)
  drawSide()
}

/** Reads again what changed while it was read; gives up after a few times, since the next event comes soon anyway. */
async function getFresh(path) {
  for (let attempt = 1; ; attempt++) {
    const before = changes
    const answer = await get(path)
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
    onNewBot: (username, firstName) => post('bots', { username, first_name: firstName }),
  })
}

async function openBot(username, payload) {
  if (payload !== undefined) state.payload = payload
  else if (state.bot !== undefined && state.bot !== username) state.payload = ''
  state.bot = username
  localStorage.setItem('bot', username)
  app.dataset.pane = 'chat'
  await loadChat()
  nodes.composer?.focus()
}

async function loadChat() {
  const wanted = `${state.bot} ${state.person.id}`
  const chat = await getFresh(`chat?bot=${encodeURIComponent(state.bot)}&person=${state.person.id}`)
  if (wanted !== `${state.bot} ${state.person.id}`) return
  const same = state.chat?.bot.id === chat.bot.id && state.chat.person === state.person.id
  state.chat = { ...chat, person: state.person.id }
  state.unread.delete(chat.bot.id)
  if (same) updateChat()
  else renderChat()
  drawSide()
}

function renderChat() {
  nodes.resizes?.disconnect()
  document.title = state.chat ? `${state.chat.bot.first_name} · local Bot API` : 'Chat · local Bot API'
  if (!state.chat) {
    nodes = {}
    pane.replaceChildren(
      h(
        'div.nothing',
        {},
        state.chats.length
          ? 'Choose a bot to talk to'
          : 'No bot is here yet. A store makes one when it starts, or press + to make one.',
      ),
    )
    return
  }
  const { bot } = state.chat
  nodes = {
    status: h('span.chat-status', { testid: 'chat-status' }),
    pinned: h('div.pinned-place'),
    loud: h('div.loud-place'),
    messages: h('div.messages', { testid: 'messages', role: 'log', 'aria-label': 'Messages', tabindex: -1 }),
    down: h(
      'button.scroll-down',
      {
        type: 'button',
        testid: 'scroll-down',
        hidden: true,
        'aria-label': 'To the last message',
        onclick: () => toBottom(true),
      },
      icon('down'),
    ),
  }
  nodes.composer = createComposer({
    onSend: sendText,
    onFile: sendFile,
    onStart: pressStart,
    onUnblock: () => setBlocked(false),
    onReplyButton: pressReplyButton,
  })
  nodes.messages.addEventListener('pointerdown', () => nodes.composer.closeCommands())
  nodes.stuck = true
  nodes.messages.addEventListener('scroll', () => {
    nodes.stuck = atBottom()
    nodes.down.hidden = nodes.stuck
  })
  // Pictures that load and keyboards that open move the end: whoever was reading there stays there.
  nodes.messages.addEventListener('load', stayAtBottom, true)
  nodes.resizes = new ResizeObserver(stayAtBottom)
  nodes.resizes.observe(nodes.messages)
  pane.replaceChildren(
    h(
      'header.chat-head',
      {},
      h(
        'button.icon-button.back',
        {
          type: 'button',
          testid: 'back',
          'aria-label': 'Back to the chats',
          onclick: () => {
            app.dataset.pane = 'list'
          },
        },
        icon('back'),
      ),
      avatar(bot.id, bot.first_name),
      h('div.chat-about', {}, h('strong', { testid: 'chat-title' }, bot.first_name), nodes.status),
      h(
        'button.icon-button',
        { type: 'button', testid: 'chat-menu', 'aria-label': 'Menu', onclick: openMenu },
        icon('more'),
      ),
    ),
    nodes.pinned,
    nodes.loud,
    h('div.messages-place', {}, nodes.messages, nodes.down),
    nodes.composer.element,
  )
  drawMessages()
  updateChat()
  toBottom()
}

function updateChat() {
  const { bot, blocked, update_mode } = { ...state.chat, ...state.chat.bot }
  if (!nodes.typingTimer) nodes.status.textContent = statusText(bot ?? state.chat.bot, blocked, update_mode)
  drawMessages()
  drawPinned()
  nodes.composer.show(state.chat, state.payload)
}

function statusText({ username }, blocked, mode) {
  return [`@${username}`, blocked ? 'blocked' : 'bot', mode !== 'normal' && `updates: ${mode}`]
    .filter(Boolean)
    .join(' · ')
}

/** Draws what changed: a message is drawn again only where its JSON differs from what was drawn. */
function drawMessages() {
  const { messages } = state.chat
  const drawn = new Map([...nodes.messages.children].map(node => [node.drawnAs, node]))
  const reuse = (drawnAs, make) => drawn.get(drawnAs) ?? Object.assign(make(), { drawnAs })
  const children = messages.length === 0 ? [reuse('empty', emptyChat)] : []
  let day = ''
  for (const message of messages) {
    const today = dayText(new Date(message.date * 1000))
    if (today !== day) children.push(reuse(`day ${today}`, () => h('div.day', {}, today)))
    day = today
    children.push(reuse(JSON.stringify(message), () => bubble(message, state.person.id, actions)))
  }
  place(children)
  stayAtBottom()
}

/** Only the differences touch the page, so that no picture blinks, no spoiler closes and no button loses its spinner. */
function place(children) {
  const kept = new Set(children)
  for (const node of [...nodes.messages.childNodes]) if (!kept.has(node)) node.remove()
  let before = nodes.messages.firstChild
  for (const node of children) {
    if (node === before) before = before.nextSibling
    else nodes.messages.insertBefore(node, before)
  }
}

function emptyChat() {
  const { bot } = state.chat
  return h(
    'div.empty-chat',
    { testid: 'empty-chat' },
    avatar(bot.id, bot.first_name),
    h('strong', {}, bot.first_name),
    h(
      'p',
      { testid: 'bot-description' },
      bot.description || bot.short_description || 'Press START, and the bot may write to you.',
    ),
  )
}

function dayText(at) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000)
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : at.toLocaleDateString(undefined, { dateStyle: 'long' })
}

const atBottom = () => nodes.messages.scrollHeight - nodes.messages.scrollTop - nodes.messages.clientHeight < 80

function toBottom(smooth = false) {
  nodes.messages.scrollTo({ top: nodes.messages.scrollHeight, behavior: smooth ? 'smooth' : 'instant' })
}

function stayAtBottom() {
  if (nodes.stuck) toBottom()
}

function onMessage({ bot, message }, here) {
  const row = state.chats.find(chat => chat.id === bot)
  if (!here && message.from.is_bot && row && !(row.last_message?.message_id >= message.message_id)) {
    state.unread.set(bot, (state.unread.get(bot) ?? 0) + 1)
  }
  if (row && !(row.last_message?.message_id > message.message_id)) {
    row.last_message = message
    state.chats.sort((one, other) => (other.last_message?.date ?? 0) - (one.last_message?.date ?? 0))
  }
  drawSide()
  if (!here) return
  const { messages } = state.chat
  const index = messages.findIndex(({ message_id }) => message_id === message.message_id)
  const isNew = index < 0
  if (isNew) {
    messages.push(message)
    messages.sort((one, other) => one.message_id - other.message_id)
  } else messages[index] = message
  if (isNew && message.from.is_bot) endTyping()
  if (isNew && message.reply_markup && !message.reply_markup.inline_keyboard) {
    state.chat.keyboard = message.reply_markup.remove_keyboard ? null : message.reply_markup
  }
  if (!message.from.is_bot) state.chat.started = true
  updateChat()
  if (isNew && !message.from.is_bot) toBottom()
}

function removeMessage(id) {
  state.chat.messages = state.chat.messages.filter(({ message_id }) => message_id !== id)
  updateChat()
}

function drawPinned() {
  const pinned = state.chat.messages.filter(message => message.pinned).at(-1)
  nodes.pinned.replaceChildren(
    ...(pinned
      ? [
          h(
            'button.pinned-bar',
            { type: 'button', testid: 'pinned-bar', onclick: () => jumpTo(pinned.message_id) },
            icon('pin'),
            h('span', {}, h('strong', {}, 'Pinned message'), h('span', {}, summary(pinned))),
          ),
        ]
      : []),
  )
}

function jumpTo(id) {
  const node = nodes.messages.querySelector(`[data-message-id="${Number(id)}"]`)
  node?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  node?.classList.add('pointed')
  setTimeout(() => node?.classList.remove('pointed'), 1500)
}

const actionWords = { typing: 'typing', upload_photo: 'sending a photo', upload_document: 'sending a file' }

function showTyping(action) {
  clearTimeout(nodes.typingTimer)
  nodes.status.replaceChildren(
    h(
      'span.typing',
      { testid: 'typing' },
      `${actionWords[action] ?? action.replaceAll('_', ' ')}`,
      h('i'),
      h('i'),
      h('i'),
    ),
  )
  // As long as Telegram shows one action.
  nodes.typingTimer = setTimeout(endTyping, 5000)
}

function endTyping() {
  clearTimeout(nodes.typingTimer)
  nodes.typingTimer = undefined
  nodes.status.textContent = statusText(state.chat.bot, state.chat.blocked, state.chat.bot.update_mode)
}

/** A call that this machine cannot do is never quiet: whoever tries the bot must see it. */
function showLoud({ method, bot }) {
  const name = typeof bot === 'string' ? bot : ''
  const line = h(
    'div.loud-line',
    { testid: 'loud-line', role: 'alert' },
    h(
      'span',
      {},
      `${name ? `@${name} called ` : 'A bot called '}`,
      h('code', {}, method),
      ', which this local Bot API does not have (404).',
    ),
    h(
      'button.icon-button',
      { type: 'button', testid: 'loud-close', 'aria-label': 'Dismiss', onclick: () => line.remove() },
      icon('close'),
    ),
  )
  nodes.loud?.replaceChildren(line)
}

// What a person does

const actions = {
  onPress: (message, button, node) => pressButton(message, button, node).catch(error => toast(error.message)),
  onLink: openHere,
  onCommand: sendText,
  onRaw: showRaw,
  onJump: jumpTo,
}

async function sendText(text) {
  await attempt(() => post('messages', { bot: state.bot, from: state.person.id, text }))
}

async function sendFile(kind, file, caption) {
  await attempt(() =>
    post('messages', { bot: state.bot, from: state.person.id, [kind]: file, ...(caption && { caption }) }),
  )
}

async function attempt(work) {
  try {
    return await work()
  } catch (error) {
    toast(error.message)
    throw error
  }
}

async function pressStart() {
  const { payload } = state
  state.payload = ''
  await sendText(payload ? `/start ${payload}` : '/start')
}

async function pressButton(message, button, node) {
  if (button.callback_data === undefined) {
    await openButton(button)
    return
  }
  if (node.getAttribute('aria-busy') === 'true') return
  node.setAttribute('aria-busy', 'true')
  try {
    const row = message.reply_markup.inline_keyboard.flat()
    // Several buttons may share a text, so the press names what this very one carries.
    const { answer } = await post('presses', {
      bot: state.bot,
      from: state.person.id,
      message_id: message.message_id,
      data: row.find(one => one === button).callback_data,
    })
    if (answer?.url) openAddress(answer.url)
    if (answer?.text && answer.show_alert) showAlert(answer.text)
    else if (answer?.text) toast(answer.text)
  } finally {
    node.removeAttribute('aria-busy')
  }
}

async function openButton(button) {
  if (button.copy_text) await copyText(button.copy_text.text)
  else if (button.url ?? button.web_app?.url ?? button.login_url?.url) {
    openAddress(button.url ?? button.web_app?.url ?? button.login_url?.url)
  } else if (button.switch_inline_query_current_chat !== undefined) {
    nodes.composer.write(`@${state.bot} ${button.switch_inline_query_current_chat}`)
  } else await copyText(`@${state.bot} ${button.switch_inline_query ?? ''}`, 'Copied: inline queries are not here')
}

function openAddress(url) {
  const safe = safeLink(url)
  if (safe !== undefined && !openHere(safe)) window.open(safe, '_blank', 'noopener,noreferrer')
}

/** Follows links to bots that live here; answers false for every other address. */
function openHere(url) {
  const parsed = new URL(url)
  const name = /^(www\.)?(t\.me|telegram\.me)$/.test(parsed.hostname)
    ? parsed.pathname.split('/')[1]
    : parsed.protocol === 'tg:'
      ? parsed.searchParams.get('domain')
      : undefined
  const bot = name && state.chats.find(({ username }) => username.toLowerCase() === name.toLowerCase())
  if (!bot) return false
  openBot(bot.username, parsed.searchParams.get('start') ?? undefined)
  return true
}

function showAlert(text) {
  const close = openModal(
    'box',
    'alert',
    h('p', { testid: 'alert-text' }, text),
    h(
      'div.box-row',
      {},
      h('button.plain-button', { type: 'button', testid: 'alert-ok', autofocus: true, onclick: () => close() }, 'OK'),
    ),
  )
}

function confirmBox(question, yes) {
  return new Promise(resolve => {
    let agreed = false
    const close = openModal(
      'box',
      'confirm',
      h('p', {}, question),
      h(
        'div.box-row',
        {},
        h('button.plain-button', { type: 'button', testid: 'confirm-no', onclick: () => close() }, 'Cancel'),
        h(
          'button.plain-button',
          {
            type: 'button',
            testid: 'confirm-yes',
            autofocus: true,
            onclick: () => {
              agreed = true
              close()
            },
          },
          yes,
        ),
      ),
    )
    document.querySelector('dialog[data-testid=confirm]').addEventListener('close', () => resolve(agreed))
  })
}

async function pressReplyButton(button) {
  const { bot } = state.chat
  if (button.request_contact) {
    const phone = state.chat.phone_number
    if (!(await confirmBox(`Share your phone number +${phone} with ${bot.first_name}?`, 'Share'))) return false
    await attempt(() => post('messages', { bot: state.bot, from: state.person.id, contact: { phone_number: phone } }))
  } else if (button.request_location) {
    if (!(await confirmBox(`Share your location with ${bot.first_name}?`, 'Share'))) return false
    // Monas: as good a place as any for somebody who does not exist.
    await attempt(() =>
      post('messages', { bot: state.bot, from: state.person.id, location: { latitude: -6.1754, longitude: 106.8272 } }),
    )
  } else await sendText(button.text)
  return true
}

async function setBlocked(blocked) {
  await attempt(() => post('blocks', { bot: state.bot, person: state.person.id, blocked }))
  await loadChat()
}

// The menu and the drawer

function openMenu() {
  const { blocked, bot } = state.chat
  const item = (testid, text, onclick, extra = '') =>
    h(
      `button.menu-item${extra}`,
      {
        type: 'button',
        testid,
        onclick: () => {
          close()
          onclick()
        },
      },
      text,
    )
  const modes = ['normal', 'twice', 'parallel', 'delay', 'hold']
  const delay = h('input', {
    type: 'number',
    min: 0,
    max: 600,
    step: 0.5,
    value: 3,
    testid: 'update-delay',
    'aria-label': 'Delay in seconds',
  })
  const mode = h(
    'select',
    { testid: 'update-mode', 'aria-label': 'How updates reach the bot' },
    ...modes.map(name => h('option', { value: name, selected: name === bot.update_mode }, name)),
  )
  const change = () => {
    delay.hidden = mode.value !== 'delay'
    attempt(() =>
      post('updates', {
        bot: state.bot,
        mode: mode.value,
        ...(mode.value === 'delay' && { delay_ms: Number(delay.value) * 1000 }),
      }),
    ).then(loadChat)
  }
  mode.addEventListener('change', change)
  delay.addEventListener('change', change)
  delay.hidden = bot.update_mode !== 'delay'
  const close = openModal(
    'menu',
    'menu',
    h('strong.menu-title', {}, bot.first_name),
    item('deep-link-open', 'Open a deep link…', openDeepLink),
    item('raw-toggle', 'Raw JSON of the chat', () => showRaw(state.chat, 'Chat')),
    item(
      'block-toggle',
      blocked ? 'Unblock the bot' : 'Block the bot',
      () => setBlocked(!blocked),
      blocked ? '' : '.danger',
    ),
    h('label.menu-field', {}, h('span', {}, 'Updates to the bot'), h('span.menu-inputs', {}, mode, delay)),
    h('p.menu-note', {}, `The bot takes updates by ${bot.delivery === 'webhook' ? 'webhook' : 'long polling'}.`),
  )
}

function openDeepLink() {
  const input = h('input', {
    type: 'text',
    testid: 'deep-link-input',
    placeholder: `https://t.me/${state.bot}?start=…`,
    'aria-label': 'Link or payload',
    autofocus: true,
    autocomplete: 'off',
  })
  const go = event => {
    event.preventDefault()
    const written = input.value.trim()
    const payload = /[?&]start=([\w-]*)/.exec(written)?.[1] ?? (/^[\w-]{0,64}$/.test(written) ? written : undefined)
    if (payload === undefined) {
      toast('A payload is up to 64 of A-Z, a-z, 0-9, _ and -')
      return
    }
    const name = /(?:t\.me\/|domain=|bot=)([A-Za-z]\w+)/.exec(written)?.[1]
    close()
    const bot =
      state.chats.find(({ username }) => username.toLowerCase() === name?.toLowerCase())?.username ?? state.bot
    // As in Telegram, the link opens the chat and START sends the payload.
    openBot(bot, payload)
  }
  const close = openModal(
    'box',
    'deep-link',
    h(
      'form',
      { onsubmit: go },
      h('p', {}, 'Open a link to a bot, or start this one with a payload'),
      input,
      h('div.box-row', {}, h('button.plain-button', { type: 'submit', testid: 'deep-link-go' }, 'Open')),
    ),
  )
}

function showRaw(value, title = `Message ${value.message_id}`) {
  const json = JSON.stringify(value, null, 2)
  drawer.hidden = false
  app.classList.add('with-drawer')
  drawer.replaceChildren(
    h(
      'header.drawer-head',
      {},
      h('strong', {}, title),
      h(
        'button.icon-button',
        { type: 'button', 'aria-label': 'Copy', title: 'Copy', onclick: () => copyText(json) },
        icon('copy'),
      ),
      h(
        'button.icon-button',
        { type: 'button', testid: 'raw-close', 'aria-label': 'Close', onclick: closeRaw },
        icon('close'),
      ),
    ),
    h('pre', { testid: 'raw-json', tabindex: 0 }, json),
  )
}

function closeRaw() {
  drawer.hidden = true
  app.classList.remove('with-drawer')
}
