import type { ChatInList, ChatView, ShownPerson } from '../src/lib/page-json.ts'
import type { Composer } from './composer.ts'

export interface State {
  people: ShownPerson[]
  person: ShownPerson | undefined
  chats: ChatInList[]
  bot: string | undefined
  chat: OpenChat | undefined
  payload: string
  unread: Map<number, number>
  unknown: string | undefined
}

export type OpenChat = ChatView & { person: number }

/** The elements of an open chat, and its scroll position. */
export interface ChatNodes {
  status: HTMLElement
  pinned: HTMLElement
  loud: HTMLElement
  messages: HTMLElement
  down: HTMLElement
  composer: Composer
  stuck: boolean
  seenTop: number
  resizes?: ResizeObserver
  typingTimer?: number | undefined
}

/** The state of the page. `chat` is an answer of `control/chat`; `payload` waits for the START button. */
export const state: State = {
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

/** The elements of the open chat, created again for each bot. */
export const view: { nodes: Partial<ChatNodes> } = { nodes: {} }

export const app = document.getElementById('app')!
export const pane = document.querySelector('main.chat')!
export const drawer = document.querySelector<HTMLElement>('.drawer')!
