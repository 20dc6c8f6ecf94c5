/** A row of a list that may tell of money, and does not say what it should. */
export interface OddRow {
  /** The same for the same row at every reading. */
  key: string
  /** The reference that it has, where it has a good one. */
  reference: string | null
  /** Whole rupiah, 0 or less for what can pay nothing; null where it cannot be told. */
  amount: number | null
  /** The reason. */
  problem: string
  /** As it came, up to 500 characters. */
  content: string
}
