/** The page of a provider's history to read: a period, and the position in it. */
export interface HistoryRequest {
  from: Date
  to: Date
  cursor: string | null
}

/** A page of a provider's history of a period. */
export interface HistoryPage {
  rows: HistoryRow[]
  /** The cursor of the next page; null on the last page. */
  cursor: string | null
}

export interface HistoryRow {
  /** The reference with which the code was requested, and the provider's own; null if the row has none. */
  chargeReference: string | null
  providerInvoiceId: string | null
  amount: number
  occurredAt: Date
  isPaid: boolean
}
