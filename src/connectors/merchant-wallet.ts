import { z } from 'zod'
import {
  type BridgeCredentials,
  bridgeAccount,
  bridgeConnect,
  bridgeCredentials,
  bridgeScrub,
  bridgeTransfers,
  bridgeWindow,
} from './bridge.ts'
import type { Connector } from './connector.ts'

/** A pasted JSON text or the object itself. */
const pasted = z.preprocess(
  value => (typeof value === 'string' ? parseJson(value) : value),
  z
    .record(z.string(), z.unknown(), 'is a JSON object, as the wallet shows it')
    .refine(object => JSON.stringify(object).length <= 16_384, 'is longer than 16384 characters'),
)

/** A merchant wallet read through a bridge, opened by the token of its app (docs/connectors/merchant-wallet.md). */
export const merchantWallet: Connector<BridgeCredentials> = {
  id: 'merchant-wallet',
  matches: 'amount',
  window: bridgeWindow,
  credentials: bridgeCredentials,
  receivingAccount: credentials => credentials.account,
  provesAccount: true,
  transfers: bridgeTransfers,
  check: bridgeAccount,
  connect: bridgeConnect('merchant-wallet', z.object({ token: pasted, device: pasted })),
  scrub: bridgeScrub,
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
