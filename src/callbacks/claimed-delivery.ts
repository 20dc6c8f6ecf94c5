import type { PaymentPaid } from '../events/payloads.ts'
import type { Delivery } from './delivery.ts'

/** A delivery that this process has leased. */
export type ClaimedDelivery = Readonly<Delivery> & {
  paid: PaymentPaid
  /** It took the last place of its endpoint or account, so others may be waiting for one. */
  full: boolean
  /** Its endpoint has failed since it last succeeded. */
  troubled: boolean
  /** Its endpoint is troubled and its breaker is closed: a first try gets less time. */
  hurried: boolean
}
