import type { App } from '../../src/needs.ts'
import type { SentMessage } from '../../src/notices/messenger.ts'
import type { NoticeData, NoticeKind } from '../../src/notices/notice.ts'
import type { BotRow } from '../context.ts'
import type { Message } from '../telegram/message.ts'
import type { Language, Texts } from '../texts/texts.ts'

/** The data that the view of a notice may use. */
export interface NoticeReader {
  app: App
  bot: BotRow
  chatId: number
  accountId: number | null
  language: Language
  t: Texts
  /** The message that this notice updates, if it updates one. */
  edited: SentMessage | null
}

/**
 * Creates the message of a notice, with the data that it needs. `null`: the message has become unnecessary; a number:
 * it is not ready and is retried after this many seconds.
 */
export type NoticeView<Kind extends NoticeKind> = (
  reader: NoticeReader,
  data: NoticeData[Kind],
) => Promise<Message | null | number>

/** A view for each of some kinds: a table of this type is total. */
export type NoticeViewsOf<Kind extends NoticeKind> = { [Each in Kind]: NoticeView<Each> }

/** The views of the core and of the modules that are on. */
export type NoticeViews = Partial<NoticeViewsOf<NoticeKind>>
