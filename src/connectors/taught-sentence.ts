/** A notification as the phone showed it. */
export interface NotificationWords {
  packageName: string
  title: string
  text: string
}

/** A sentence that a merchant adds for notifications of an app. */
export interface TaughtSentence {
  packageName: string
  /** The only title under which it counts; null for any. */
  title: string | null
  /** The whole text, with `{amount}`, `{payer}` and `{any}` for what changes. */
  sentence: string
}

/** A reading of a notification by a sentence. */
export interface SentencePreview {
  /** Whole rupiah. */
  amount: number
  payerName: string | null
  /** Whether such money waits for a person: others can write in this app, or the text says more. */
  isDoubtful: boolean
}

/** How a connector that reads notifications is taught sentences of apps that it does not know. */
export interface SentenceLessons<Credentials> {
  /** A sentence that fits this notification, with placeholders for its amount and its payer. */
  suggest(words: NotificationWords): string
  /** Null if the sentence does not fit this notification. */
  preview(lesson: TaughtSentence, words: NotificationWords): SentencePreview | null
  /** The credentials with the sentence among them. */
  add(credentials: Credentials, lesson: TaughtSentence): unknown
}
