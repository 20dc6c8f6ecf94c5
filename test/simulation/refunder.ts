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

export interface Refunder {
  connectors: App['connectors']
  /** The refunds that it has made, each once, by their keys. */
  made: Map<string, MadeRefund>
}

/** Returns whether the provider refuses to return this amount. */
export const isRefused = (amount: number): boolean => amount % 5 === 3

/** The words of a refusal. */
export const refusal = 'the issuer takes no such refund'

/** Lets the provider of codes return money. */
export function createRefunder(): Refunder {
  const made = new Map<string, MadeRefund>()
  const interactive: Connector = {
    ...connectors.interactive!,
    async refund(_call, { reference }, { key, amount, reason }) {
      if (isRefused(amount)) throw new ConnectorError('refused', refusal)
      made.set(key, { reference, amount, reason })
      return { state: 'succeeded', reference: `R-${key}` }
    },
  }
  return { connectors: { ...connectors, interactive }, made }
}
