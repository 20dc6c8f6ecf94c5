import type { Notice } from './notice.ts'

/** A claimed notice, on its way out. */
export interface OutgoingNotice extends Pick<Notice, 'id' | 'botId' | 'chatId' | 'accountId' | 'kind' | 'data'> {
  /** The message that this notice updates, if it updates one. */
  edited: SentMessage | null
}

export interface SentMessage {
  messageId: number
  form: 'text' | 'photo' | 'document'
}

/**
 * Sends messages to chats. Bound to one bot's API; implemented by `bot/notices/messenger.ts`, because rooms do not know
 * Telegram.
 */
export interface Messenger {
  /** Sends the notice, or changes the message that it edits. Never throws. */
  deliver(notice: OutgoingNotice): Promise<NoticeOutcome>
}

export type NoticeOutcome =
  | { is: 'sent'; message: SentMessage }
  /** The notice has become unnecessary. */
  | { is: 'skipped'; why: string }
  /** The subject of the notice does not exist yet: try again, without delaying the notices behind it. */
  | { is: 'waiting'; forS: number }
  /** Telegram asked this bot to be quiet. */
  | { is: 'limited'; retryAfterS: number }
  | { is: 'blocked'; error: string }
  | { is: 'revoked'; error: string }
  /** It will never be taken as it is. */
  | { is: 'refused'; error: string }
  /** The database was away: it is sent again once that is back. */
  | { is: 'interrupted'; error: string }
  /** It is not known whether it was sent. */
  | { is: 'unknown'; error: string }
