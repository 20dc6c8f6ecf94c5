export interface RefundRequest {
  /** Globally unique: the provider carries out one refund for it. */
  key: string
  /** Whole rupiah, not more than is left of the code. */
  amount: number
  reason: string
}

/** A refund as its provider sees it: `reference` is the provider's own id of it. */
export interface SentRefund {
  state: 'pending' | 'succeeded' | 'failed'
  reference: string
  /** Why it failed, in the provider's words. */
  failure?: string
}
