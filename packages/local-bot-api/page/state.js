/** What the page shows. `chat` is one answer of `control/chat`; `payload` waits for the START button. */
export const state = {
  people: [],
  person: undefined,
  chats: [],
  bot: undefined,
  chat: undefined,
  payload: '',
  unread: new Map(),
  /** What the address named, where no such bot is here. */
  unknown: undefined,
}

/** The elements of the open chat, made anew for each bot. */
export const view = { nodes: {} }

export const app = document.getElementById('app')
export const pane = document.querySelector('main.chat')
export const drawer = document.querySelector('.drawer')
