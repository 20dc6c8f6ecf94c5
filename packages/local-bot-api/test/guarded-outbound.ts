import { createOutbound, type Outbound } from '../src/lib/outbound.ts'

/** Creates a client like the one that a product passes in: it refuses every host and port that is not on the list. */
export function createGuardedOutbound(allow: string[]): Outbound {
  const { fetch } = createOutbound()
  return {
    async fetch(address, options) {
      if (allow.includes(new URL(address).host)) return fetch(address, options)
      throw Object.assign(new Error('the address is not a public one'), { kind: 'refused' })
    },
  }
}
