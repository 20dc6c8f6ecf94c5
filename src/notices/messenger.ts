import type { Notice } from './notice.ts'

/** A claimed notice that is being sent. */
export interface OutgoingNotice extends Pick<Notice, 'id' | 'botId' | 'chatId' | 'accountId' | 'kind' | 'data'> {
  /** The message that this notice updates, if it updates one. */
  edited: SentMessage | null
}

export interface SentMessage {
  messageId: number
  form: 'text' | 'photo' | 'document'
}

/**
 * Sends messages to chats. Bound to one bot's API; implemented by `bot/notices/messenger.ts`, because the core does not
 * know Telegram.
 */
export interface Messenger {
  /** Sends the notice, or edits the message that it changes. Never throws. */
  deliver(notice: OutgoingNotice): Promise<NoticeOutcome>
}

export type NoticeOutcome =
  | { is: 'sent'; message: SentMessage }
  /** The notice has become unnecessary. */
  | { is: 'skipped'; why: string }
  /** The subject of the notice does not exist yet: it is retried, without delaying the notices behind it. */
  | { is: 'waiting'; forS: number }
  /** Telegram asked this bot to pause. */
  | { is: 'limited'; retryAfterS: number }
  | { is: 'blocked'; error: string }
  | { is: 'revoked'; error: string }
  /** Telegram will never accept it in this form. */
  | { is: 'refused'; error: string }
  /** The database was unavailable: it is sent again afterwards. */
  | { is: 'interrupted'; error: string }
  /** It is unknown whether it was sent. */
  | { is: 'unknown'; error: string }
