export interface RefundRequest {
  /** A globally unique key: the provider executes one refund for it. */
  key: string
  /** The amount in whole rupiah, at most what remains of the code. */
  amount: number
  reason: string
}

/** A refund as its provider reports it; `reference` is the provider's own id. */
export interface SentRefund {
  state: 'pending' | 'succeeded' | 'failed'
  reference: string
  /** Why it failed, in the provider's words. */
  failure?: string
}
