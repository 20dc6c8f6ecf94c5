import type { ClaimedDelivery } from './claimed-delivery.ts'
import type { AttemptOutcome } from './post-callback.ts'

export interface AttemptedDelivery {
  delivery: ClaimedDelivery
  outcome: AttemptOutcome
}
