import type { ShownBot } from '../src/lib/page-json.ts'
import { postJson } from './api.ts'
import { loadChat, openBot } from './chats.ts'
import { showRaw } from './dialogs.ts'
import { h, openModal, showToast } from './dom.ts'
import { attemptOrToast, setBlocked } from './person-actions.ts'
import { state } from './state.ts'
import { t } from './words.ts'

export function openMenu() {
  const { blocked, bot } = state.chat!
  const item = (testid: string, text: string, onclick: () => unknown, extra = '') => {
    const choose = () => {
      close()
      onclick()
    }
    return h(`button.menu-item${extra}`, { type: 'button', testid, onclick: choose }, text)
  }
  const block = blocked ? t.unblockBot : t.block
  const close = openModal(
    'menu',
    'menu',
    h('strong.menu-title', {}, bot.first_name),
    item('deep-link-open', t.deepLink, openDeepLink),
    item('raw-toggle', t.rawChat, () => showRaw(state.chat!, t.rawChat)),
    item('block-toggle', block, () => setBlocked(!blocked), blocked ? '' : '.danger'),
    updateField(bot),
    h('p.menu-note', {}, t.delivery[bot.delivery === 'webhook' ? 'webhook' : 'polling']),
  )
}

const modes = ['normal', 'twice', 'parallel', 'delay', 'hold'] as const

/** Returns the field that sets how updates reach the bot, to try a busy or broken connection. */
function updateField(bot: ShownBot) {
  const delay = h('input', {
    type: 'number',
    min: 0,
    max: 600,
    step: 0.5,
    value: 3,
    testid: 'update-delay',
    'aria-label': t.delay,
  })
  const mode = h(
    'select',
    { testid: 'update-mode', 'aria-label': t.updates },
    ...modes.map(name => h('option', { value: name, selected: name === bot.update_mode }, t.updateModes[name])),
  )
  const change = () => {
    const isDelayed = mode.value === 'delay'
    delay.hidden = !isDelayed
    const asked = { bot: state.bot, mode: mode.value, ...(isDelayed && { delay_ms: Number(delay.value) * 1000 }) }
    attemptOrToast(async () => {
      await postJson('updates', asked)
      await loadChat()
    }).catch(() => {})
  }
  mode.addEventListener('change', change)
  delay.addEventListener('change', change)
  delay.hidden = bot.update_mode !== 'delay'
  return h('label.menu-field', {}, h('span', {}, t.updates), h('span.menu-inputs', {}, mode, delay))
}

function openDeepLink() {
  const input = h('input', {
    type: 'text',
    testid: 'deep-link-input',
    placeholder: `https://t.me/${state.bot}?start=…`,
    'aria-label': t.deepLinkField,
    autofocus: true,
    autocomplete: 'off',
  })
  const go = (event: Event) => {
    event.preventDefault()
    const written = input.value.trim()
    const payload = /[?&]start=([\w-]*)/.exec(written)?.[1] ?? (/^[\w-]{0,64}$/.test(written) ? written : undefined)
    if (payload === undefined) {
      showToast(t.payloadWrong)
      return
    }
    const name = /(?:t\.me\/|domain=|bot=)([A-Za-z]\w+)/.exec(written)?.[1]
    close()
    const bot =
      state.chats.find(({ username }) => username.toLowerCase() === name?.toLowerCase())?.username ?? state.bot!
    // As in Telegram, the link opens the chat and START sends the payload.
    attemptOrToast(() => openBot(bot, payload)).catch(() => {})
  }
  const close = openModal(
    'box',
    'deep-link',
    h(
      'form',
      { onsubmit: go },
      h('p', {}, t.deepLinkAbout),
      input,
      h('div.box-row', {}, h('button.plain-button', { type: 'submit', testid: 'deep-link-go' }, t.open)),
    ),
  )
}
