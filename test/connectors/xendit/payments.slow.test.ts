import { describePayments } from '../by-key.ts'
import { xenditAsPlayed } from './as-played.ts'

describePayments({
  ...xenditAsPlayed,
  // Only the token in a webhook proves its sender.
  forge: push => ({ ...push, headers: { ...push.headers, 'x-callback-token': 'forged' } }),
  withoutQris: () => ({ fault: 'inactive', operation: 'charge' }),
})
