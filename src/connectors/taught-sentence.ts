/** A notification as the phone showed it. */
export interface NotificationWords {
  packageName: string
  title: string
  text: string
}

/** A sentence that a merchant taught for notifications of an app, with places for what changes. */
export interface TaughtSentence {
  packageName: string
  /** The whole title, with the same places; empty if the notification had none. */
  title: string
  /** The whole text, with places such as `{amount}` and `{payer}`. */
  sentence: string
}

/** A rule by which notifications of an app are read. */
export interface TaughtRule extends TaughtSentence {
  id: number
  /**
   * False if the merchant said that such notifications are not money: a text that matches both kinds is not trusted.
   */
  isMoney: boolean
}

/** The money that a rule reads in a notification. */
export interface TaughtReading {
  /** Whole rupiah. */
  amount: number
  payerName: string | null
}

/**
 * Why a notification makes no rule.
 * - `chat`: strangers can write in its app.
 * - `no_amount`: it has no amount in digits.
 * - `two_amounts`: it has several, and it is unclear which one arrived.
 * - `few_words`: so little of it is constant that a rule would match everything.
 * - `too_long`: it is longer than notifications of money are.
 * - `not_money`: it promises, returns, requests or spends money, or repeats a stranger's words.
 * - `unclear`: no word of it says that money arrived, and no payment waited for its amount.
 * - `hostile`: the rule would accept a text of the hostile set.
 */
export type TeachingRefusal =
  | 'chat'
  | 'no_amount'
  | 'two_amounts'
  | 'few_words'
  | 'too_long'
  | 'not_money'
  | 'unclear'
  | 'hostile'

/** A sentence that was drawn from a notification, or why none was. */
export type DrawnSentence =
  | { lesson: TaughtSentence; reading: TaughtReading; refused: null }
  | { lesson: TaughtSentence | null; refused: TeachingRefusal; word?: string }

/** How a rule did beside texts whose meaning is known. */
export interface TaughtTrial {
  /** The number of texts about money that were tried. */
  known: number
  /** How many were tried that only look like it. */
  hostile: number
  /** The texts that the rule would accept although it must not. */
  believed: string[]
}

/** A stored notification as its connector needs it to judge it again. */
export interface StoredNotification extends NotificationWords {
  amount: number | null
  occurredAt: Date | null
  receivedAt: Date
  /** The connector's own facts about it (`UnreadNotification.again`). */
  again: unknown
}

/** How a connector that reads notifications is taught sentences of apps that it does not know. */
export interface SentenceLessons<Credentials, Judged = unknown> {
  /** The form of a notification: the same for all that differ only in amounts, names, times and numbers. */
  formOf(words: NotificationWords): TaughtSentence
  /** The amounts in a notification that may be asked about; none if strangers can write in its app. */
  amountsIn(words: NotificationWords): number[]
  /** Whether a notification has the form of a sentence, with any text in the place of names. */
  hasForm(lesson: TaughtSentence, words: NotificationWords): boolean
  /** Draws a sentence. `expected` are the amounts that payments waited for when it came. */
  draw(words: NotificationWords, expected: readonly number[]): DrawnSentence
  /** Null if the sentence does not fit this notification as a whole. */
  read(lesson: TaughtSentence, words: NotificationWords): TaughtReading | null
  /** Tries a sentence on all known texts and on the hostile set. */
  try(lesson: TaughtSentence): TaughtTrial
  /** Judges a stored notification again, by the rules of today. */
  judgeAgain(credentials: Credentials, stored: StoredNotification, rules: readonly TaughtRule[]): Judged
}
