/** A verified notification that could not be read: it settles no payment and is stored for a person. */
export interface UnreadNotification {
  /** The reference of this notification's transfer, whether or not there is one. */
  reference: string
  /** The package of its app; empty if the forwarder named none. */
  packageName: string
  /** False for an app that the merchant did not choose: `title`, `text` and `amount` are then empty or null. */
  isChosen: boolean
  title: string
  text: string
  /** Whether `title` and `text` were withheld because they contain a one-time code. */
  isWithheld: boolean
  /** The amount that the forwarder read; null if it read none, or if a transfer in review already has it. */
  amount: number | null
  /** The phone's time; null if the forwarder sent none. */
  occurredAt: Date | null
  reason: UnreadReason
  /** The connector's own facts for judging the text again; absent if that is not possible. */
  again?: unknown
}

/**
 * Why a notification could not be read.
 * - `sentence`: no known sentence of the app matches the text, and no signed amount came with it.
 * - `amounts_differ`: the forwarder's amount differs from the text's.
 * - `no_amount`: it has neither a text nor an amount.
 * - `hidden`: Android gave the forwarder a placeholder instead of the notification's text.
 * - `in_review`: its amount waits in review as a transfer with the same reference; the text is stored for the decision.
 * - `not_chosen`: the merchant did not choose its app, or the forwarder did not name one.
 */
export type UnreadReason = 'sentence' | 'amounts_differ' | 'no_amount' | 'hidden' | 'in_review' | 'not_chosen'
