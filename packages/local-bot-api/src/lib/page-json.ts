/*
 * The JSON that the chat page reads from the control. Its scripts are checked against these types, too, so nothing that
 * only a server has is imported here.
 */

export interface ShownUser {
  id: number
  is_bot: boolean
  first_name: string
  last_name?: string
  username?: string
}

export interface ShownPerson {
  id: number
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
}

/** A bot as the person of the chat sees it. */
export interface ShownBot {
  id: number
  username: string
  first_name: string
  description: string
  short_description: string
  photo_url: string | null
  delivery: 'polling' | 'webhook'
  update_mode: string
}

/** A bot in the list of chats. */
export interface ChatInList extends ShownBot {
  started: boolean
  blocked: boolean
  last_message?: ShownMessage
}

/** Everything that the page shows of one chat. */
export interface ChatView {
  bot: ShownBot
  started: boolean
  blocked: boolean
  phone_number: string
  keyboard: Markup | null
  menu_button: { type: string; text?: string; web_app?: { url: string } }
  commands: { command: string; description: string }[]
  pinned_message_id: number | null
  messages: ShownMessage[]
}

/** A message of the Bot API with the control's additions: addresses of files, reactions, whether it was edited. */
export interface ShownMessage {
  message_id: number
  date: number
  from: ShownUser
  edited?: boolean
  pinned?: boolean
  reactions?: { emoji: string }[]
  forward_origin?: { sender_user?: ShownUser; sender_user_name?: string }
  reply_to_message?: ShownMessage
  reply_markup?: Markup
  text?: string
  entities?: Entity[]
  caption?: string
  caption_entities?: Entity[]
  show_caption_above_media?: boolean
  has_media_spoiler?: boolean
  photo?: { file_url: string; width: number; height: number }[]
  sticker?: { file_url: string; emoji?: string; width: number; height: number }
  voice?: { file_url: string; duration: number }
  document?: ShownFile
  video?: ShownFile
  animation?: ShownFile
  audio?: ShownFile
  video_note?: ShownFile
  contact?: { first_name: string; last_name?: string; phone_number: string }
  location?: { latitude: number; longitude: number }
  venue?: { title: string; address: string }
  poll?: { question: string; options: { text: string }[] }
  dice?: { emoji: string; value: number }
  invoice?: { title: string; description: string; total_amount: number }
  successful_payment?: { total_amount: number }
  refunded_payment?: { total_amount: number }
}

export interface ShownFile {
  file_url: string
  file_name?: string
  file_size?: number
  mime_type?: string
}

/** An entity of a text. Offset and length count UTF-16 units. */
export interface Entity {
  type: string
  offset: number
  length: number
  url?: string
  unix_time?: number
  date_time_format?: string
}

/** An inline keyboard, a reply keyboard, or its removal. */
export interface Markup {
  inline_keyboard?: PressedButton[][]
  keyboard?: ReplyButton[][]
  remove_keyboard?: boolean
  resize_keyboard?: boolean
  one_time_keyboard?: boolean
  input_field_placeholder?: string
}

export interface PressedButton {
  text: string
  style?: string
  pay?: boolean
  url?: string
  callback_data?: string
  copy_text?: { text: string }
  web_app?: { url: string }
  login_url?: { url: string }
  switch_inline_query?: string
  switch_inline_query_current_chat?: string
}

export interface ReplyButton {
  text: string
  style?: string
  request_contact?: boolean
  request_location?: boolean
}

/** A result of an inline query. */
export interface InlineResult {
  id: string
  title: string
  description?: string
  thumbnail_url?: string
}

/** The answers of the control to the page, by path. */
export interface ControlReads {
  people: ShownPerson[]
  chats: ChatInList[]
  chat: ChatView
  invoices: { title: string; stars: number }
}

export interface ControlWrites {
  people: { id: number }
  bots: { username: string; token: string }
  messages: unknown
  presses: { answer: { text?: string; show_alert?: boolean; url?: string } | null }
  payments: { approved: boolean | null; error_message?: string }
  'inline-queries': { inline_query_id: string; results: InlineResult[] | null; button?: { text: string } }
  'inline-results': unknown
  'web-apps': { init_data: string; url: string }
  'web-app-contacts': { contact: string }
  'write-access': unknown
  updates: unknown
  blocks: unknown
}

/** The events of `control/events`; `bot` is a name only in `loud` events. */
export type PageEvent =
  | { kind: 'clock'; now_ms: number }
  | { kind: 'hello' | 'reset' | 'people' }
  | { kind: 'message'; bot: number; message: ShownMessage }
  | { kind: 'deleted'; bot: number; message_id: number }
  | { kind: 'action'; bot: number; action: string }
  | { kind: 'chat' | 'bots'; bot: number }
  | LoudEvent

/** Reports that a bot called a method which this Bot API does not support. */
export interface LoudEvent {
  kind: 'loud'
  method: string
  bot: number | string
}
