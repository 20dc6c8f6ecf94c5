import { makeServerKey } from '../../../src/connectors/midtrans/simulator-account.ts'
import { findCodeAccount, writeNotification } from '../../../src/connectors/midtrans/simulator-push.ts'
import { viewTransaction } from '../../../src/connectors/midtrans/simulator-view.ts'
import type { CodeRow } from '../../../src/connectors/simulator/code.ts'

/** Midtrans as simulated by the sandbox. */
export const midtransAsPlayed = {
  id: 'midtrans',
  least: 1_000,
  most: 10_000_000,
  credentials: (base_url: string, merchant: string) => ({ server_key: makeServerKey(merchant), base_url }),
  secondKey: (base_url: string, merchant: string) => ({ server_key: `${makeServerKey(merchant)}.2`, base_url }),
  pushOf(code: CodeRow, url: string) {
    const account = findCodeAccount(code)
    const body = writeNotification(viewTransaction(code, account, code.requested_at), account)
    return { url, headers: { 'content-type': 'application/json' }, body }
  },
}
