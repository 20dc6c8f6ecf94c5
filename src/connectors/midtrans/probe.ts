import {
  type ChargeRequest,
  type ConnectorCall,
  ConnectorError,
  type ProbedCredentials,
  type ProbeRequest,
  type ProviderAccount,
  type ProviderCode,
} from '../connector.ts'
import { findHost } from '../find-host.ts'
import type { KeyFacts } from '../key-facts.ts'
import { callMidtrans, type MidtransCall } from './call.ts'
import type { MidtransCredentials } from './credentials.ts'
import { liveHost, sandboxHost } from './hosts.ts'
import type { Transaction } from './transaction.ts'

/** Returns whether a key moves real money; undefined at an address that is not Midtrans's. */
export function findEnvironment({ base_url = liveHost }: MidtransCredentials): KeyFacts['environment'] {
  const { origin } = new URL(base_url)
  if (origin === liveHost) return 'live'
  return origin === sandboxHost ? 'test' : undefined
}

interface Asking {
  check(call: MidtransCall): Promise<ProviderAccount>
  createTransaction(
    call: MidtransCall,
    request: ChargeRequest,
  ): Promise<{ code: ProviderCode; transaction: Transaction }>
}

/** Finds the host that accepts the key, and the merchant by a first code, which is then cancelled. */
export async function probeMidtrans(
  call: ConnectorCall<MidtransCredentials>,
  request: ProbeRequest,
  { check, createTransaction }: Asking,
): Promise<ProbedCredentials<MidtransCredentials>> {
  // The key determines the merchant, so the previous merchant id is ignored.
  const at = (base_url: string) => ({ ...call, credentials: { ...call.credentials, base_url, merchant_id: undefined } })
  const live = { url: liveHost, environment: 'live' } as const
  const sandbox = { url: sandboxHost, environment: 'test' } as const
  const { isLive } = request
  const { url, answer: account } = await findHost(
    {
      named: call.credentials.base_url,
      hosts: isLive ? [live, sandbox] : [sandbox, live],
      isLive,
      field: 'server_key',
    },
    host => check(at(host)),
  )
  const found = at(url)
  const { code, transaction } = await createTransaction(found, request)
  if (!transaction.merchant_id) throw new ConnectorError('unexpected', 'the answer names no "merchant_id"')
  // A code that cannot be cancelled expires after five minutes anyway.
  await callMidtrans(found, { path: `/v2/${encodeURIComponent(code.providerInvoiceId)}/cancel`, body: {} }).catch(
    () => null,
  )
  const { merchant_id } = transaction
  return {
    credentials: { ...found.credentials, merchant_id },
    account: { ...account, number: merchant_id, provesCodes: true },
  }
}
