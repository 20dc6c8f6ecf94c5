import type { z } from 'zod'
import type { Connector } from '../connector.ts'
import { listFormFields } from '../form.ts'
import type { Texts } from '../texts.ts'
import type { OwnMethod } from '../traits.ts'
import {
  type BridgeCredentials,
  bridgeCredentials,
  bridgeWindow,
  createBridgeConnectSteps,
  fetchBridgeAccount,
  fetchBridgeTransfers,
  scrubBridgeSecrets,
} from './bridge.ts'
import type { BridgeSimulator } from './simulator.ts'

/**
 * Returns the connector of a provider that is read through the operator's bridge (docs/connectors/bridge.md). Such
 * connectors differ only in how an account is opened.
 */
export function createBridgedConnector({
  id,
  texts,
  brings,
  isOpenedByOtp = false,
  provesAccount,
  fields,
  simulator,
}: Bridged): Connector<BridgeCredentials> & { simulator: BridgeSimulator } {
  return {
    id,
    texts,
    traits: { makesCodes: false, brings, needsForwarder: false, isOpenedByOtp },
    matches: 'amount',
    window: bridgeWindow,
    credentials: bridgeCredentials,
    form: listFormFields(fields),
    receivingAccount: credentials => credentials.account,
    ...(provesAccount ? { provesAccount } : {}),
    transfers: fetchBridgeTransfers,
    check: fetchBridgeAccount,
    connect: createBridgeConnectSteps(id, fields),
    scrub: scrubBridgeSecrets,
    simulator,
  }
}

interface Bridged {
  id: string
  texts: Texts
  brings: OwnMethod[]
  isOpenedByOtp?: boolean
  /** Whether the provider itself confirms the number, by a code sent to its phone or by its own token. */
  provesAccount?: true
  /** The first fields that the bridge requires. */
  fields: z.ZodObject
  simulator: BridgeSimulator
}
