import { asBase64 } from './api.js'
import { h, icon } from './dom.js'

/**
 * Where a person writes: START before the first message, UNBLOCK while blocked, else the field with the commands, the
 * reply keyboard and files. `show(chat, payload)` brings it up to date.
 */
export function createComposer({ onSend, onFile, onStart, onUnblock, onReplyButton }) {
  let chat
  let keyboardShown = true
  let keyboardDrawn
  let picked

  const input = h('textarea.composer-input', {
    testid: 'composer-input',
    rows: 1,
    placeholder: 'Message',
    'aria-label': 'Message',
    maxlength: 4096,
    dir: 'auto',
  })
  const menu = h('button.icon-button.menu-button', {
    type: 'button',
    testid: 'menu-button',
    'aria-label': 'Commands',
    onclick: openCommands,
  })
  const toggle = h(
    'button.icon-button',
    {
      type: 'button',
      testid: 'keyboard-toggle',
      'aria-label': 'Keyboard',
      hidden: true,
      onclick: () => {
        keyboardShown = !keyboardShown
        drawKeyboard()
      },
    },
    icon('keyboard'),
  )
  const file = h('input.offscreen', {
    type: 'file',
    testid: 'attach-input',
    'aria-label': 'Attach a file',
    tabindex: -1,
  })
  const attach = h(
    'button.icon-button',
    { type: 'button', 'aria-label': 'Attach', onclick: () => file.click() },
    icon('attach'),
  )
  const send = h(
    'button.icon-button.send',
    { type: 'submit', testid: 'send-button', 'aria-label': 'Send' },
    icon('send'),
  )
  const commands = h('div.command-list', {
    testid: 'command-list',
    role: 'listbox',
    'aria-label': 'Commands',
    hidden: true,
  })
  const preview = h('div.attach-preview', { testid: 'attach-preview', hidden: true })
  const keyboard = h('div.reply-keyboard', { testid: 'reply-keyboard', hidden: true })
  const form = h('form.composer-row', { onsubmit: submit }, menu, input, toggle, attach, file, send)
  const startButton = h(
    'button.big-button',
    { type: 'button', testid: 'start-button', onclick: () => onStart() },
    'START',
  )
  const unblockButton = h(
    'button.big-button',
    { type: 'button', testid: 'unblock-button', onclick: () => onUnblock() },
    'UNBLOCK',
  )
  const element = h('div.composer', {}, commands, preview, form, startButton, unblockButton, keyboard)

  input.addEventListener('input', () => {
    grow()
    drawCommands()
  })
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault()
      submit(event)
    } else if (event.key === 'Escape') commands.hidden = true
  })
  file.addEventListener('change', () => pick(file.files[0]))

  function submit(event) {
    event.preventDefault()
    const text = input.value.trim()
    if (picked) sendPicked(text)
    else if (text !== '') {
      clear()
      onSend(text).catch(() => write(text))
    }
  }

  async function sendPicked(caption) {
    const { kind, file: chosen } = picked
    unpick()
    clear()
    await onFile(kind, await asBase64(chosen), caption).catch(() => {})
  }

  function pick(chosen) {
    if (!chosen) return
    picked = { kind: /^image\/(png|jpeg|webp|gif)$/.test(chosen.type) ? 'photo' : 'document', file: chosen }
    const asPhoto = h('input', {
      type: 'checkbox',
      checked: picked.kind === 'photo',
      onchange: event => {
        picked.kind = event.target.checked ? 'photo' : 'document'
      },
    })
    preview.replaceChildren(
      icon('file'),
      h('span', {}, chosen.name),
      picked.kind === 'photo' && h('label', {}, asPhoto, 'as a photo'),
      h('button.icon-button', { type: 'button', 'aria-label': 'Leave it out', onclick: unpick }, icon('close')),
    )
    preview.hidden = false
    input.focus()
  }

  function unpick() {
    picked = undefined
    file.value = ''
    preview.hidden = true
  }

  function clear() {
    input.value = ''
    commands.hidden = true
    grow()
  }

  function write(text) {
    input.value = text
    grow()
    input.focus()
  }

  function grow() {
    input.rows = Math.min(input.value.split('\n').length, 6)
  }

  function openCommands() {
    if (chat.menu_button.type === 'web_app') {
      window.open(chat.menu_button.web_app.url, '_blank', 'noopener,noreferrer')
      return
    }
    if (commands.hidden) drawCommands('/')
    else commands.hidden = true
  }

  function drawCommands(written = input.value) {
    const match = /^\/(\w*)$/.exec(written)
    const fitting = match ? chat.commands.filter(({ command }) => command.startsWith(match[1].toLowerCase())) : []
    commands.hidden = fitting.length === 0
    commands.replaceChildren(
      ...fitting.map(({ command, description }) =>
        h(
          'button.command',
          {
            type: 'button',
            role: 'option',
            testid: `command-${command}`,
            onclick: () => {
              clear()
              onSend(`/${command}`).catch(() => {})
            },
          },
          h('strong', {}, `/${command}`),
          h('span', {}, description),
        ),
      ),
    )
  }

  function drawKeyboard() {
    const rows = chat.keyboard?.keyboard ?? []
    const usable = rows.length > 0 && chat.started && !chat.blocked
    toggle.hidden = !usable
    toggle.classList.toggle('active', keyboardShown)
    keyboard.hidden = !usable || !keyboardShown
    keyboard.classList.toggle('tall', usable && !chat.keyboard.resize_keyboard)
    keyboard.replaceChildren(
      ...rows.map(row =>
        h(
          'div.reply-row',
          {},
          ...row.map(button =>
            h(
              `button.reply-button${button.style ? `.style-${button.style}` : ''}`,
              { type: 'button', testid: 'reply-button', 'data-text': button.text, onclick: () => pressReply(button) },
              (button.request_contact || button.request_location) && icon(button.request_contact ? 'phone' : 'pin'),
              button.text,
            ),
          ),
        ),
      ),
    )
  }

  async function pressReply(button) {
    const once = chat.keyboard?.one_time_keyboard
    if ((await onReplyButton(button).catch(() => false)) && once) {
      keyboardShown = false
      drawKeyboard()
    }
  }

  return {
    element,
    focus: () => matchMedia('(min-width: 721px)').matches && !form.hidden && input.focus(),
    write,
    closeCommands: () => {
      commands.hidden = true
    },
    show(given, payload) {
      chat = given
      const json = JSON.stringify(chat.keyboard)
      if (json !== keyboardDrawn) keyboardShown = true
      keyboardDrawn = json
      const needsStart = !chat.started || payload !== ''
      unblockButton.hidden = !chat.blocked
      startButton.hidden = chat.blocked || !needsStart
      startButton.replaceChildren('START', ...(payload === '' ? [] : [h('small', {}, payload)]))
      form.hidden = chat.blocked || needsStart
      if (form.hidden) commands.hidden = true
      const app = chat.menu_button.type === 'web_app'
      menu.replaceChildren(icon(app ? 'app' : 'menu'), h('span', {}, app ? chat.menu_button.text : 'Menu'))
      menu.hidden = !app && chat.commands.length === 0
      input.placeholder = chat.keyboard?.input_field_placeholder ?? 'Message'
      drawKeyboard()
    },
  }
}
