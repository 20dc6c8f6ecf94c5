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

const Word = z.string().trim().min(1).max(100)

/** A merchant's own bank QRIS, read through a bridge that signs in to the bank (docs/connectors/bank.md). */
export const bank: Connector<BridgeCredentials> = {
  id: 'bank',
  matches: 'amount',
  window: bridgeWindow,
  credentials: bridgeCredentials,
  receivingAccount: credentials => credentials.account,
  transfers: bridgeTransfers,
  check: bridgeAccount,
  connect: bridgeConnect(
    'bank',
    z.object({
      host: z
        .string()
        .trim()
        .max(253)
        .regex(
          /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/,
          'is a host name, with a port where it needs one',
        ),
      username: Word,
      password: z.string().min(1).max(200),
      merchant_id: Word.max(50),
      terminal_id: Word.max(50),
    }),
  ),
  scrub: bridgeScrub,
}
