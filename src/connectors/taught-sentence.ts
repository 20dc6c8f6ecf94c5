/** The text of a notification as the phone showed it. */
export interface NotificationWords {
  packageName: string
  title: string
  text: string
}

/** A sentence that a merchant taught for notifications of an app, with placeholders for its variable parts. */
export interface TaughtSentence {
  packageName: string
  /** The entire title, with the same placeholders; empty if the notification had none. */
  title: string
  /** The entire text, with placeholders such as `{amount}` and `{payer}`. */
  sentence: string
}

/** A rule for reading notifications of an app. */
export interface TaughtRule extends TaughtSentence {
  id: number
  /**
   * False if the merchant said that such notifications are not money. A text that matches rules of both kinds is not
   * trusted.
   */
  isMoney: boolean
}

/** The money that a rule found in a notification. */
export interface TaughtReading {
  /** The amount in whole rupiah. */
  amount: number
  payerName: string | null
}

/**
 * Why no rule can be created from a notification.
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

/** A sentence derived from a notification, or the reason why none was derived. */
export type DrawnSentence =
  | { lesson: TaughtSentence; reading: TaughtReading; refused: null }
  | { lesson: TaughtSentence | null; refused: TeachingRefusal; word?: string }

/** The results of a rule on texts whose meaning is known. */
export interface TaughtTrial {
  /** The number of texts about received money that were tried. */
  known: number
  /** The number of texts that only look like received money. */
  hostile: number
  /** The texts that the rule wrongly accepts. */
  believed: string[]
}

/** A stored notification as its connector needs it for judging it again. */
export interface StoredNotification extends NotificationWords {
  amount: number | null
  occurredAt: Date | null
  receivedAt: Date
  /** The connector's own facts about it (`UnreadNotification.again`). */
  again: unknown
}

/** How a merchant teaches a connector sentences of apps that it does not know. */
export interface SentenceLessons<Credentials, Judged = unknown> {
  /**
   * Returns the form of a notification, which is the same for all that differ only in amounts, names, times and
   * numbers.
   */
  formOf(words: NotificationWords): TaughtSentence
  /** Returns the amounts in a notification that a person may be asked about; none if strangers can write in its app. */
  amountsIn(words: NotificationWords): number[]
  /** Returns whether a notification has the form of a sentence, with any text in place of names. */
  hasForm(lesson: TaughtSentence, words: NotificationWords): boolean
  /** Derives a sentence. `expected` contains the amounts that payments were waiting for when it came. */
  draw(words: NotificationWords, expected: readonly number[]): DrawnSentence
  /** Returns the money in a notification; null if the sentence does not match it completely. */
  read(lesson: TaughtSentence, words: NotificationWords): TaughtReading | null
  /** Tries a sentence on all known texts and on the hostile set. */
  try(lesson: TaughtSentence): TaughtTrial
  /** Judges a stored notification again, by the current rules. */
  judgeAgain(credentials: Credentials, stored: StoredNotification, rules: readonly TaughtRule[]): Judged
}
