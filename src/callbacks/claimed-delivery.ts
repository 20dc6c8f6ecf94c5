import type { PaymentPaid } from '../events/payloads.ts'
import type { Delivery } from './delivery.ts'

/** A delivery that this process has leased. */
export type ClaimedDelivery = Readonly<Delivery> & {
  paid: PaymentPaid
  /** Whether it took the last slot of its endpoint or account, so others may be waiting for one. */
  full: boolean
  /** Whether its endpoint has failed since its last success. */
  troubled: boolean
  /** Whether the first attempt has a shorter timeout: its endpoint is troubled and its breaker is closed. */
  hurried: boolean
}
