import type { ChatView, ReplyButton } from '../src/lib/page-json.ts'
import { drawIcon, h } from './dom.ts'
import { t } from './words.ts'

/**
 * Creates the bot's keyboard below the field, and the button that shows and hides it. `onPress` resolves to whether the
 * press was sent.
 */
export function createReplyKeyboard(onPress: (button: ReplyButton) => Promise<boolean>) {
  let chat: ChatView
  let isShown = true
  let drawn: string | undefined
  const toggle = h(
    'button.icon-button',
    {
      type: 'button',
      testid: 'keyboard-toggle',
      'aria-label': t.keyboard,
      hidden: true,
      onclick: () => showKeyboard(!isShown),
    },
    drawIcon('keyboard'),
  )
  const element = h('div.reply-keyboard', { testid: 'reply-keyboard', hidden: true })

  function showKeyboard(isVisible: boolean) {
    isShown = isVisible
    drawKeyboard()
  }

  function drawKeyboard() {
    const rows = chat.keyboard?.keyboard ?? []
    const isUsable = rows.length > 0 && chat.started && !chat.blocked
    toggle.hidden = !isUsable
    toggle.classList.toggle('active', isShown)
    element.hidden = !isUsable || !isShown
    element.classList.toggle('tall', isUsable && !chat.keyboard!.resize_keyboard)
    element.replaceChildren(
      ...rows.map(row => h('div.reply-row', {}, ...row.map(each => replyButton(each, pressButton)))),
    )
  }

  async function pressButton(button: ReplyButton) {
    const isOnce = chat.keyboard?.one_time_keyboard
    if ((await onPress(button).catch(() => false)) && isOnce) showKeyboard(false)
  }

  return {
    element,
    toggle,
    /** Draws the keyboard of the chat. A keyboard that the bot just sent is shown even if the last one was hidden. */
    update(newChat: ChatView) {
      chat = newChat
      const json = JSON.stringify(chat.keyboard)
      if (json !== drawn) isShown = true
      drawn = json
      drawKeyboard()
    },
  }
}

function replyButton(button: ReplyButton, press: (button: ReplyButton) => unknown) {
  const { text, style, request_contact, request_location } = button
  return h(
    `button.reply-button${style ? `.style-${style}` : ''}`,
    { type: 'button', testid: 'reply-button', 'data-text': text, onclick: () => press(button) },
    (request_contact || request_location) && drawIcon(request_contact ? 'phone' : 'pin'),
    text,
  )
}
