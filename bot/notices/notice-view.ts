import type { App } from '../../src/needs.ts'
import type { SentMessage } from '../../src/notices/messenger.ts'
import type { NoticeData, NoticeKind } from '../../src/notices/notice.ts'
import type { BotRow } from '../context.ts'
import type { Message } from '../telegram/message.ts'
import type { Language, Texts } from '../texts/texts.ts'

/** The data available to the view of a notice. */
export interface NoticeReader {
  app: App
  bot: BotRow
  chatId: number
  accountId: number | null
  language: Language
  t: Texts
  /** The message that this notice updates, if any. */
  edited: SentMessage | null
}

/**
 * Creates the message of a notice, with the data that it needs. It returns null if the message has become unnecessary,
 * and a number if it is not ready: it is retried after this many seconds.
 */
export type NoticeView<Kind extends NoticeKind> = (
  reader: NoticeReader,
  data: NoticeData[Kind],
) => Promise<Message | null | number>

/** A table with a view for each of these kinds; the type ensures that it is complete. */
export type NoticeViewsOf<Kind extends NoticeKind> = { [Each in Kind]: NoticeView<Each> }

/** The views of the core and of the active modules. */
export type NoticeViews = Partial<NoticeViewsOf<NoticeKind>>
