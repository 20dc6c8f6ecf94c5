import { type Connector, ConnectorError } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import type { App } from '../../src/needs.ts'

/** A refund that the provider has made. */
interface MadeRefund {
  /** The reference of the code, which begins with the invoice id. */
  reference: string
  amount: number
  reason: string
}

/** A code that the provider has taken back. */
interface TakenBack {
  invoiceId: string
  reason: string
  askedAt: Date
}

export interface Refunder {
  connectors: App['connectors']
  /** The codes that it has taken back, which can no longer be paid, by their payments. */
  taken: Map<string, TakenBack>
  hasCancelled(invoiceId: string): boolean
  /** The refunds that it has made, each once, by their keys. */
  made: Map<string, MadeRefund>
}

/** Returns whether the provider refuses to return this amount. */
export const isRefused = (amount: number): boolean => amount % 5 === 3

/** The words of a refusal. */
export const outage = 'the issuer does not answer'
export const refusal = 'the issuer takes no such refund'

/** Returns how the provider first answers about this amount, if it returns it a minute later. */
export const delayOf = (amount: number): 'pending' | 'unreachable' | null =>
  isRefused(amount) ? null : amount % 7 === 2 ? 'pending' : amount % 7 === 5 ? 'unreachable' : null

/** Returns whether the provider takes back a code of this amount. */
export const takesBack = (amount: number): boolean => amount % 3 === 0

/** Lets the provider of codes return money, and take back codes. */
export function createRefunder(): Refunder {
  const made = new Map<string, MadeRefund>()
  const taken = new Map<string, TakenBack>()
  const asked = new Map<string, MadeRefund>()
  const interactive: Connector = {
    ...connectors.interactive!,
    async refund(_call, { reference }, { key, amount, reason }) {
      // Its key may not return money.
      if (isRefused(amount)) throw new ConnectorError(amount % 2 === 0 ? 'unauthorized' : 'refused', refusal)
      const delay = asked.has(key) ? null : delayOf(amount)
      asked.set(key, { reference, amount, reason })
      if (delay === 'unreachable') throw new ConnectorError('unreachable', outage)
      if (delay === 'pending') return { state: 'pending', reference: `R-${key}` }
      made.set(key, { reference, amount, reason })
      return { state: 'succeeded', reference: `R-${key}` }
    },
    async refundState(_call, _charge, { key, reference }) {
      if (reference !== `R-${key}`) throw new ConnectorError('unexpected', 'the provider knows no such refund')
      made.set(key, asked.get(key)!)
      return { state: 'succeeded', reference }
    },
    async cancel(_call, { reference, amount, askedAt }, reason) {
      if (!takesBack(amount)) throw new ConnectorError('refused', 'the issuer takes back no such code')
      // A request is repeated if its answer could not be recorded.
      const invoiceId = reference.replace(/-\d+$/, '')
      taken.set(invoiceId, { invoiceId, reason, askedAt })
    },
  }
  const hasCancelled = (invoiceId: string) => taken.has(invoiceId)
  return { connectors: { ...connectors, interactive }, made, taken, hasCancelled }
}
