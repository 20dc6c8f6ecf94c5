/**
 * The chat page: people talk to bots here as they would in Telegram. It reads and writes through the control
 * (README.md) and follows `control/events`. Addresses: `?bot=NAME` opens a bot, `&start=PAYLOAD` offers
 * START with that payload, `&person=ID` chooses who is talking.
 *
 * For tests, `data-testid`: people person-switcher, people, person-option-<id>, new-person-name, new-person-language,
 * new-person-create bots bot-list, bot-row-<username> (bot-preview, bot-unread inside), new-bot, new-bot-name,
 * new-bot-username, new-bot-create, new-bot-token chat chat-title, chat-status, back, chat-menu, messages,
 * message-<id> (data-by=bot|person), message-text, message-time, message-edited, replied, photo, photo-save,
 * photo-viewer, viewer-save, viewer-close, document, sticker, voice, contact, location, invoice, successful-payment,
 * refunded-payment, code, spoiler, expandable-quote, tg-time, command-link, pinned-bar, typing, scroll-down,
 * loud-line, loud-close, empty-chat, bot-description, unknown-bot buttons inline-keyboard, inline-button (data-text,
 * data-style, aria-busy while unanswered), reply-keyboard, reply-button (data-text), keyboard-toggle composer
 * start-button, unblock-button, composer-input, send-button, attach-button, attach-menu (attach-file,
 * attach-location, attach-contact inside), attach-input, attach-preview, menu-button, command-list, command-<name>,
 * sticker-button, sticker-panel, sticker-<name>, voice-button, voice-time, voice-cancel, voice-send menu
 * deep-link-open, deep-link-input, deep-link-go, block-toggle, raw-toggle, update-mode, update-delay over all toast,
 * alert, alert-text, alert-ok, confirm, confirm-yes, confirm-no, raw-drawer, raw-json, raw-close
 */
import { fetchJson } from './api.ts'
import { connectActions, jumpTo, renderChat } from './chat-view.ts'
import { addPerson, browserLanguage, choosePerson, loadChats, openBot } from './chats.ts'
import { showRaw } from './dialogs.ts'
import { showToast } from './dom.ts'
import { openMenu } from './menu.ts'
import {
  openApp,
  openLinkHere,
  pressButton,
  pressReplyButton,
  pressStart,
  sendFile,
  sendText,
  setBlocked,
  shareContact,
  shareLocation,
} from './person-actions.ts'
import { refreshTimes } from './rich-text.ts'
import { app, state } from './state.ts'
import { prefersIndonesian, t } from './words.ts'

document.documentElement.lang = prefersIndonesian() ? 'id' : 'en'
connectActions({
  onMenu: openMenu,
  composer: {
    onSend: sendText,
    onFile: sendFile,
    onStart: pressStart,
    onUnblock: () => setBlocked(false),
    onReplyButton: pressReplyButton,
    onLocation: shareLocation,
    onContact: shareContact,
    onApp: url => openApp({ url }),
  },
  bubble: {
    onPress: (message, button, node) => pressButton(message, button, node).catch(error => showToast(error.message)),
    onLink: openLinkHere,
    onCommand: sendText,
    onRaw: message => showRaw(message, t.rawMessage(message.message_id)),
    onJump: jumpTo,
  },
})
startPage().catch(error => showToast(error.message))

async function startPage() {
  const asked = new URLSearchParams(location.search)
  state.people = await fetchJson('people')
  // One person exists from the beginning, so that a newcomer only has to press START.
  if (state.people.length === 0) await addPerson('Budi', browserLanguage())
  const remembered = Number(asked.get('person') ?? localStorage.getItem('person'))
  choosePerson(state.people.find(({ id }) => id === remembered)?.id ?? state.people.at(-1)!.id)
  state.payload = asked.get('start') ?? ''
  await loadChats()
  const named = asked.get('bot')?.replace(/^@/, '')
  const name = (named ?? localStorage.getItem('bot') ?? '').toLowerCase()
  const wanted = state.chats.find(({ username }) => username.toLowerCase() === name)
  const first = wanted ?? (named ? undefined : state.chats[0])
  if (named && !wanted) showUnknown(named)
  else if (first) await openBot(first.username)
  else renderChat()
  setInterval(refreshTimes, 1000)
}

/** A link to a bot that does not exist here must not open another bot in its place. */
function showUnknown(name: string) {
  state.unknown = name
  app.dataset.pane = 'chat'
  renderChat()
}
