import type { Html } from '../../src/lib/html.ts'

/**
 * A message in the bot's own terms, for a screen or a notice. `bot/telegram/send.ts` turns it into calls of Telegram.
 */
export interface Message {
  /**
   * The text, or the caption if the message has a picture or a document. At most 4,096 characters, 1,024 as a caption.
   */
  text: Html
  photo?: Attachment
  document?: Attachment
  /** Rows of buttons below the message. Editing a message replaces all its buttons. */
  buttons?: Button[][]
  /** The keyboard below the chat; only a new message can change it. */
  keyboard?: Keyboard
  /**
   * Whether copying, forwarding and saving are prevented: for paid files and links, but not for keys, which people
   * copy.
   */
  isProtected?: boolean
  /**
   * The chat message that the picture replaces. Its id is known before the picture is sent, so the picture appears
   * once, even if a process dies repeatedly.
   */
  over?: number
  /** Whether the message may only replace an existing one. If that cannot be edited, it stays unchanged. */
  isEditOnly?: boolean
  /** The text that answers the picture which replaced a message, because an edit does not make a sound. */
  ring?: Html
  /** The message of the chat that this one answers, if it still exists. */
  replyTo?: number
  /** Whether it is pinned at the top of the chat, for a reader who has scrolled; false removes the pin. */
  isPinned?: boolean
  /** A reaction to this message of the customer, sent instead of a message. Only notices use it. */
  reactsTo?: number
}

/**
 * A button. `press` is callback data, created with `press()`; `copy` has 1 to 256 characters; `app` is the address of a
 * Mini App.
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
   * The permanent identifier of the bytes. Telegram's `file_id` is stored by bot and key, so that they are uploaded
   * once.
   */
  key: string
  /** The name under which the person saves the file. */
  name: string
  bytes(): Promise<Buffer>
}

/** A keyboard: a request for the person's phone number, or labels that stay below the chat. `remove` removes it. */
export type Keyboard = { contact: string; cancel?: string } | { rows: string[][] } | 'remove'

const dataBytesMax = 64
const part = /^[A-Za-z0-9_-]*$/

/**
 * Creates callback data `verb:argument:...`. It never grants a right, and it contains a price only to notice a later
 * change: any client can send any bytes. Throws above 64 bytes.
 */
export function makePress(verb: string, ...args: (string | number)[]): string {
  const data = [verb, ...args].join(':')
  if (data.length > dataBytesMax || ![verb, ...args].every(each => part.test(String(each)))) {
    throw new Error(`Bug: "${data}" cannot be callback data`)
  }
  return data
}

/** Encodes an amount for callback data as briefly as possible. */
export function packAmount(amount: number): string {
  return amount.toString(36)
}

/** Decodes the result of `packAmount`; returns null for anything else. */
export function unpackAmount(text: string | undefined): number | null {
  return text !== undefined && /^[0-9a-z]{1,9}$/.test(text) ? Number.parseInt(text, 36) : null
}

/** Returns the verb and the arguments of callback data; null if `press` could not have made it. */
export function readPress(data: string): { verb: string; args: string[] } | null {
  if (data.length === 0 || data.length > dataBytesMax) return null
  const [verb, ...args] = data.split(':') as [string, ...string[]]
  return [verb, ...args].every(each => part.test(each)) ? { verb, args } : null
}
