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

/** An e-wallet read through a bridge: a phone number, an OTP and a PIN open it (docs/connectors/wallet.md). */
export const wallet: Connector<BridgeCredentials> = {
  id: 'wallet',
  matches: 'amount',
  window: bridgeWindow,
  credentials: bridgeCredentials,
  receivingAccount: credentials => credentials.account,
  provesAccount: true,
  transfers: bridgeTransfers,
  check: bridgeAccount,
  connect: bridgeConnect(
    'wallet',
    z.object({
      // People write it as contacts show it: 0812-3456-7890.
      phone: z
        .string()
        .transform(text => text.replace(/[\s().-]/g, ''))
        .pipe(z.string().regex(/^(\+62|62|0)8\d{7,12}$/, 'is an Indonesian mobile number, such as 081234567890')),
    }),
  ),
  scrub: bridgeScrub,
}
