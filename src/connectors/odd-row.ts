/** A row of a list that may report money but lacks what it should contain. */
export interface OddRow {
  /** Identical for the same row at every reading. */
  key: string
  /** The reference of the row, if it has a valid one. */
  reference: string | null
  /** Whole rupiah, 0 or less if it can pay nothing; null if the amount is unreadable. */
  amount: number | null
  /** The reason. */
  problem: string
  /** As it came, up to 500 characters. */
  content: string
}
