import type { Html } from '../../src/lib/html.ts'

/** One message as this bot thinks of it: a screen, a notice. `bot/telegram/send.ts` makes Telegram's calls of it. */
export interface Message {
  /** The caption if the message has a picture or a document. At most 4,096 characters, 1,024 as a caption. */
  text: Html
  photo?: Attachment
  document?: Attachment
  /** Rows of buttons below the message. An edited message has only those named here. */
  buttons?: Button[][]
  /** The keyboard below the chat; only a new message can change it. */
  keyboard?: Keyboard
  /** No copying, forwarding or saving: for paid files and links, never for keys (they could not be copied). */
  isProtected?: boolean
  /**
   * The chat message that the picture replaces. Its id is known before the picture is sent, so the picture appears
   * once, even if a process dies repeatedly.
   */
  over?: number
  /** Is never a message of its own: what cannot be changed into it stays as it is. */
  isEditOnly?: boolean
  /** The text that answers the picture which took the place of a message, because an edit does not ring. */
  ring?: Html
  /** The message of the chat that this one answers, if it still exists. */
  replyTo?: number
  /** Whether it stays at the top of the chat, where a scrolled reader finds it; false: no longer. */
  isPinned?: boolean
  /** In place of a message: a sign below this one of the customer. Of notices alone. */
  reactsTo?: number
}

/**
 * `press` is callback data, made with `press()`; `copy` has 1 to 256 characters; `app` is the address of a Mini App.
 */
export type Button = { text: string; style?: 'success' | 'danger' | 'primary' } & (
  | { press: string }
  | { url: string }
  | { copy: string }
  | { share: string }
  | { app: string }
)

export interface Attachment {
  /**
   * Identifies the bytes permanently: Telegram's `file_id` is stored by bot and key, so that they are uploaded once.
   */
  key: string
  /** The file's name, as the person saves it. */
  name: string
  bytes(): Promise<Buffer>
}

/**
 * A request for the person's phone number, words that stay below the chat, or none: `remove` takes the keyboard away.
 */
export type Keyboard = { contact: string; cancel?: string } | { rows: string[][] } | 'remove'

const dataBytesMax = 64
const part = /^[A-Za-z0-9_-]*$/

/**
 * Callback data `verb:argument:...`. Never a right, and a price only to notice that it has changed since it was shown:
 * any client can send any bytes. Throws above 64 bytes.
 */
export function makePress(verb: string, ...args: (string | number)[]): string {
  const data = [verb, ...args].join(':')
  if (data.length > dataBytesMax || ![verb, ...args].every(each => part.test(String(each)))) {
    throw new Error(`Bug: "${data}" cannot be callback data`)
  }
  return data
}

/** An amount in callback data, as short as it can be. */
export function writeAmount(amount: number): string {
  return amount.toString(36)
}

/** Reads what `writeAmount` wrote; null for anything else. */
export function readAmount(text: string | undefined): number | null {
  return text !== undefined && /^[0-9a-z]{1,9}$/.test(text) ? Number.parseInt(text, 36) : null
}

/** Returns the verb and the arguments of callback data; null if `press` could not have made it. */
export function readPress(data: string): { verb: string; args: string[] } | null {
  if (data.length === 0 || data.length > dataBytesMax) return null
  const [verb, ...args] = data.split(':') as [string, ...string[]]
  return [verb, ...args].every(each => part.test(each)) ? { verb, args } : null
}
