import type { LoudEvent, ShownBot } from '../src/lib/page-json.ts'
import { fileAddress } from './api.ts'
import { drawMessageBubble, type MessageActions, summarizeMessage } from './bubble.ts'
import { Composer, type ComposerActions } from './composer.ts'
import { drawAvatar, drawIcon, h } from './dom.ts'
import { app, type ChatNodes, pane, state, view } from './state.ts'
import { t } from './words.ts'

interface Actions {
  onMenu(): void
  composer: ComposerActions
  bubble: MessageActions
}

/** A drawn message, with the JSON from which it was drawn. */
type Drawn = HTMLElement & { drawnAs?: string }

/** The person's acts in a chat, by name; the page's entrance provides them. */
let actions: Actions

/** Sets the handlers of buttons, links and the composer. */
export function connectActions(newActions: Actions) {
  actions = newActions
}

export function renderChat() {
  view.nodes.resizes?.disconnect()
  document.title = t.title(state.chat?.bot.first_name)
  if (!state.chat) {
    view.nodes = {}
    pane.replaceChildren(
      state.unknown ? unknownBot() : h('div.nothing', {}, state.chats.length ? t.chooseBot : t.noBots),
    )
    return
  }
  const nodes = chatNodes()
  view.nodes = nodes
  followScrolling(nodes)
  pane.replaceChildren(
    chatHead(state.chat.bot),
    nodes.pinned,
    nodes.loud,
    h('div.messages-place', {}, nodes.messages, nodes.down),
    nodes.composer.element,
  )
  drawMessages()
  updateChat()
  scrollToBottom()
}

function unknownBot() {
  const showList = () => {
    app.dataset.pane = 'list'
  }
  return h(
    'div.nothing',
    { testid: 'unknown-bot', role: 'alert' },
    h('p', {}, t.unknownBot(state.unknown!)),
    h('button.pill', { type: 'button', onclick: showList }, t.allBots),
  )
}

function chatNodes(): ChatNodes {
  return {
    status: h('span.chat-status', { testid: 'chat-status' }),
    pinned: h('div.pinned-place'),
    loud: h('div.loud-place'),
    messages: h('div.messages', { testid: 'messages', role: 'log', 'aria-label': t.messages, tabindex: -1 }),
    down: h(
      'button.scroll-down',
      {
        type: 'button',
        testid: 'scroll-down',
        hidden: true,
        'aria-label': t.toLast,
        onclick: () => scrollToBottom(true),
      },
      drawIcon('down'),
    ),
    composer: new Composer(actions.composer),
    stuck: true,
    seenTop: 0,
  }
}

function followScrolling(nodes: ChatNodes) {
  nodes.messages.addEventListener('pointerdown', () => nodes.composer.closeCommands())
  nodes.messages.addEventListener('scroll', () => {
    // Only scrolling up leaves the end; an opening keyboard shrinks the space without scrolling.
    const { scrollTop } = nodes.messages
    if (atBottom()) nodes.stuck = true
    else if (scrollTop < nodes.seenTop) nodes.stuck = false
    nodes.seenTop = scrollTop
    nodes.down.hidden = nodes.stuck
  })
  // Pictures that load and keyboards that open move the end, so a person who was reading there is kept at the end.
  nodes.messages.addEventListener('load', stayAtBottom, true)
  nodes.resizes = new ResizeObserver(stayAtBottom)
  nodes.resizes.observe(nodes.messages)
}

function chatHead(bot: ShownBot) {
  const showList = () => {
    app.dataset.pane = 'list'
  }
  return h(
    'header.chat-head',
    {},
    h(
      'button.icon-button.back',
      { type: 'button', testid: 'back', 'aria-label': t.back, onclick: showList },
      drawIcon('back'),
    ),
    drawAvatar(bot.id, bot.first_name, fileAddress(bot.photo_url)),
    h('div.chat-about', {}, h('strong', { testid: 'chat-title' }, bot.first_name), view.nodes.status),
    h(
      'button.icon-button',
      { type: 'button', testid: 'chat-menu', 'aria-label': t.menu, onclick: () => actions.onMenu() },
      drawIcon('more'),
    ),
  )
}

export function updateChat() {
  const { bot, blocked } = state.chat!
  if (!view.nodes.typingTimer) view.nodes.status!.textContent = statusText(bot, blocked)
  drawMessages()
  drawPinned()
  view.nodes.composer!.show(state.chat!, state.payload)
}

function statusText({ username, update_mode: mode }: ShownBot, blocked: boolean) {
  return [
    `@${username}`,
    blocked ? t.status.blocked : t.status.bot,
    mode !== 'normal' && t.status.updates(t.updateModes[mode as keyof typeof t.updateModes]),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Draws only changed messages, whose JSON differs from the drawn one. */
function drawMessages() {
  const { messages } = state.chat!
  const drawn = new Map(
    [...(view.nodes.messages!.children as HTMLCollectionOf<Drawn>)].map(node => [node.drawnAs, node]),
  )
  const reuse = (drawnAs: string, make: () => Drawn) => drawn.get(drawnAs) ?? Object.assign(make(), { drawnAs })
  const children = messages.length === 0 ? [reuse('empty', emptyChat)] : []
  let day = ''
  for (const message of messages) {
    const today = dayText(new Date(message.date * 1000))
    if (today !== day) children.push(reuse(`day ${today}`, () => h('div.day', {}, today)))
    day = today
    children.push(reuse(JSON.stringify(message), () => drawMessageBubble(message, state.person!.id, actions.bubble)))
  }
  placeMessages(children)
  stayAtBottom()
}

/** Updates only the differences, so that no picture flickers, no spoiler closes and no button loses its spinner. */
function placeMessages(children: Node[]) {
  const kept = new Set(children)
  const { messages } = view.nodes as ChatNodes
  for (const node of [...messages.childNodes]) if (!kept.has(node)) node.remove()
  let before = messages.firstChild
  for (const node of children) {
    if (node === before) before = before.nextSibling
    else messages.insertBefore(node, before)
  }
}

function emptyChat() {
  const { bot } = state.chat!
  return h(
    'div.empty-chat',
    { testid: 'empty-chat' },
    drawAvatar(bot.id, bot.first_name, fileAddress(bot.photo_url)),
    h('strong', {}, bot.first_name),
    h('p', { testid: 'bot-description' }, bot.description || bot.short_description || t.pressStart),
  )
}

function dayText(at: Date) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000)
  if (days === 0) return t.today
  return days === 1 ? t.yesterday : at.toLocaleDateString(undefined, { dateStyle: 'long' })
}

const atBottom = () =>
  view.nodes.messages!.scrollHeight - view.nodes.messages!.scrollTop - view.nodes.messages!.clientHeight < 80

export function scrollToBottom(smooth = false) {
  view.nodes.messages!.scrollTo({ top: view.nodes.messages!.scrollHeight, behavior: smooth ? 'smooth' : 'instant' })
}

function stayAtBottom() {
  if (view.nodes.stuck) scrollToBottom()
}

function drawPinned() {
  const pinned = state.chat!.messages.filter(message => message.pinned).at(-1)
  view.nodes.pinned!.replaceChildren(
    ...(pinned
      ? [
          h(
            'button.pinned-bar',
            { type: 'button', testid: 'pinned-bar', onclick: () => jumpTo(pinned.message_id) },
            drawIcon('pin'),
            h('span', {}, h('strong', {}, t.pinned), h('span', {}, summarizeMessage(pinned))),
          ),
        ]
      : []),
  )
}

export function jumpTo(id: number) {
  const node = view.nodes.messages!.querySelector(`[data-message-id="${Number(id)}"]`)
  node?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  node?.classList.add('pointed')
  setTimeout(() => node?.classList.remove('pointed'), 1500)
}

export function showTyping(action: string) {
  clearTimeout(view.nodes.typingTimer)
  view.nodes.status!.replaceChildren(
    h(
      'span.typing',
      { testid: 'typing' },
      t.actions[action as keyof typeof t.actions] ?? t.actions.other,
      h('i'),
      h('i'),
      h('i'),
    ),
  )
  // How long Telegram shows an action.
  view.nodes.typingTimer = setTimeout(endTyping, 5000)
}

export function endTyping() {
  clearTimeout(view.nodes.typingTimer)
  view.nodes.typingTimer = undefined
  view.nodes.status!.textContent = statusText(state.chat!.bot, state.chat!.blocked)
}

/** Shows a call that this machine does not support, because the person who tries the bot must see it. */
export function showUnsupportedCall({ method, bot }: LoudEvent) {
  const name = typeof bot === 'string' ? bot : ''
  const line: HTMLElement = h(
    'div.loud-line',
    { testid: 'loud-line', role: 'alert' },
    h('span', {}, name ? t.loud.bot(name) : t.loud.some, h('code', {}, method), t.loud.end),
    h(
      'button.icon-button',
      { type: 'button', testid: 'loud-close', 'aria-label': t.dismiss, onclick: () => line.remove() },
      drawIcon('close'),
    ),
  )
  view.nodes.loud?.replaceChildren(line)
}
