import type { PaymentPaid } from '../events/payloads.ts'
import type { Outcome } from './post-callback.ts'

export interface ClaimedDelivery {
  id: number
  eventId: string
  accountId: number
  origin: string
  invoiceId: string
  url: string
  paid: PaymentPaid
  /** Made before this one. */
  attempts: number
  isTest: boolean
  token: string
  /** It took the last place of its endpoint or account, so more may be waiting for it. */
  isFull: boolean
  /** Its endpoint has failed since it last succeeded. */
  isTroubled: boolean
}

export interface Attempt {
  delivery: ClaimedDelivery
  outcome: Outcome
}
