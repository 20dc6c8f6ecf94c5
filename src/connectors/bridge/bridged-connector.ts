import type { z } from 'zod'
import type { Connector } from '../connector.ts'
import { listFormFields } from '../form.ts'
import type { Texts } from '../texts.ts'
import type { OwnMethod } from '../traits.ts'
import {
  type BridgeCredentials,
  bridgeAccount,
  bridgeConnect,
  bridgeCredentials,
  bridgeScrub,
  bridgeTransfers,
  bridgeWindow,
} from './bridge.ts'
import type { BridgeSimulator } from './simulator.ts'

/**
 * A provider that is read through the operator's bridge (docs/connectors/bridge.md): all that differs is what opens an
 * account.
 */
export function bridgedConnector({
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
    transfers: bridgeTransfers,
    check: bridgeAccount,
    connect: bridgeConnect(id, fields),
    scrub: bridgeScrub,
    simulator,
  }
}

interface Bridged {
  id: string
  texts: Texts
  brings: OwnMethod[]
  isOpenedByOtp?: boolean
  /** Whether the provider itself says whose number it is, after a code to its phone or by its own token. */
  provesAccount?: true
  /** The first fields that the bridge asks for. */
  fields: z.ZodObject
  simulator: BridgeSimulator
}
