/** A page of a provider's books for a period. */
export interface HistoryPage {
  rows: HistoryRow[]
  /** Null on the last page. */
  cursor: string | null
}

export interface HistoryRow {
  /** The reference that the code was requested with, and the provider's own; null if the row has none. */
  chargeReference: string | null
  providerInvoiceId: string | null
  amount: number
  occurredAt: Date
  isPaid: boolean
}
