/** A row of a list that may report money but lacks what it should contain. */
export interface OddRow {
  /** A key that is identical for the same row in every reading. */
  key: string
  /** The reference of the row, if it has a valid one. */
  reference: string | null
  /** The amount in whole rupiah, 0 or less if it cannot pay anything; null if it is unreadable. */
  amount: number | null
  /** Why the row could not be parsed. */
  problem: string
  /** The row as received, up to 500 characters. */
  content: string
}
