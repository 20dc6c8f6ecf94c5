import { h, icon } from './dom.js'
import { say } from './words.js'

/**
 * The bot's keyboard below the field, and the button that shows and hides it. `onPress` resolves to whether the press
 * was sent.
 */
export function createReplyKeyboard(onPress) {
  let chat
  let isShown = true
  let drawn
  const toggle = h(
    'button.icon-button',
    {
      type: 'button',
      testid: 'keyboard-toggle',
      'aria-label': say.keyboard,
      hidden: true,
      onclick: () => show(!isShown),
    },
    icon('keyboard'),
  )
  const element = h('div.reply-keyboard', { testid: 'reply-keyboard', hidden: true })

  function show(wanted) {
    isShown = wanted
    draw()
  }

  function draw() {
    const rows = chat.keyboard?.keyboard ?? []
    const isUsable = rows.length > 0 && chat.started && !chat.blocked
    toggle.hidden = !isUsable
    toggle.classList.toggle('active', isShown)
    element.hidden = !isUsable || !isShown
    element.classList.toggle('tall', isUsable && !chat.keyboard.resize_keyboard)
    element.replaceChildren(...rows.map(row => h('div.reply-row', {}, ...row.map(each => replyButton(each, press)))))
  }

  async function press(button) {
    const isOnce = chat.keyboard?.one_time_keyboard
    if ((await onPress(button).catch(() => false)) && isOnce) show(false)
  }

  return {
    element,
    toggle,
    /** Draws the keyboard of the chat; one that the bot just sent is shown even where the last was hidden. */
    update(given) {
      chat = given
      const json = JSON.stringify(chat.keyboard)
      if (json !== drawn) isShown = true
      drawn = json
      draw()
    },
  }
}

function replyButton(button, press) {
  const { text, style, request_contact, request_location } = button
  return h(
    `button.reply-button${style ? `.style-${style}` : ''}`,
    { type: 'button', testid: 'reply-button', 'data-text': text, onclick: () => press(button) },
    (request_contact || request_location) && icon(request_contact ? 'phone' : 'pin'),
    text,
  )
}
