import { describePayments } from '../by-key.ts'
import { xenditAsPlayed } from './as-played.ts'

describePayments({
  ...xenditAsPlayed,
  // The token proves the sender, and nothing else in a webhook does.
  forge: push => ({ ...push, headers: { ...push.headers, 'x-callback-token': 'forged' } }),
  withoutQris: () => ({ fault: 'inactive', operation: 'charge' }),
})
