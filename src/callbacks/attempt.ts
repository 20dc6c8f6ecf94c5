import type { ClaimedDelivery } from './claimed-delivery.ts'
import type { Outcome } from './post-callback.ts'

export interface Attempt {
  delivery: ClaimedDelivery
  outcome: Outcome
}
