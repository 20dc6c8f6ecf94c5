/** The state of the page. `chat` is one answer of `control/chat`; `payload` waits for the START button. */
export const state = {
  people: [],
  person: undefined,
  chats: [],
  bot: undefined,
  chat: undefined,
  payload: '',
  unread: new Map(),
  /** The bot named in the address, if it does not exist here. */
  unknown: undefined,
}

/** The elements of the open chat, made anew for each bot. */
export const view = { nodes: {} }

export const app = document.getElementById('app')
export const pane = document.querySelector('main.chat')
export const drawer = document.querySelector('.drawer')
