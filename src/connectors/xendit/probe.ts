import {
  type ChargeRequest,
  ConnectorError,
  type ProbedCredentials,
  type ProbeRequest,
  type ProviderAccount,
  type ProviderCode,
} from '../connector.ts'
import type { KeyFacts } from '../key-facts.ts'
import { callXendit, makeFailure, type XenditCall } from './call.ts'
import { type XenditCredentials, xenditHost } from './credentials.ts'
import { isQrCode } from './qr-code.ts'

const noSuchRequest = '/v3/payment_requests/pr-00000000-0000-0000-0000-000000000000'

/** Requests the balance, or an impossible payment request if the key may not read the balance. */
export async function checkKey(call: XenditCall): Promise<ProviderAccount> {
  const environment = findEnvironment(call.credentials)
  const key: KeyFacts = environment ? { environment } : {}
  const account = {
    number: call.credentials.business_id ?? '',
    holder: null,
    outletName: null,
    outletId: null,
    qris: null,
  }
  const balance = await callXendit(call, { path: '/balance' })
  if (balance.error === null) return { ...account, key }
  if (balance.status !== 403) throw makeFailure(call.credentials, balance, 'Balance: Read')
  const request = await callXendit(call, { path: noSuchRequest })
  if (request.status !== 404) throw makeFailure(call.credentials, request, 'Money-in products: Write')
  return { ...account, key: { ...key, missingPermissions: ['Balance: Read'] } }
}

/** Returns the mode of a key, which its prefix shows. */
export function findEnvironment({ secret_key }: XenditCredentials): KeyFacts['environment'] {
  if (secret_key.startsWith('xnd_production_')) return 'live'
  return secret_key.startsWith('xnd_development_') ? 'test' : undefined
}

/** Checks the key, and creates a code that reveals the business; the code is cancelled. */
export async function probeXendit(
  call: XenditCall,
  request: ProbeRequest,
  createCode: (call: XenditCall, request: ChargeRequest) => Promise<{ code: ProviderCode; businessId: string | null }>,
): Promise<ProbedCredentials<XenditCredentials>> {
  refuseOtherMode(call.credentials, request.isLive)
  // The key determines the business, so the previous business id is ignored.
  const base_url = call.credentials.base_url ?? xenditHost
  const found = { ...call, credentials: { ...call.credentials, base_url, business_id: undefined } }
  const account = await checkKey(found)
  const { code, businessId: business_id } = await createCode(found, request)
  if (!business_id) throw new ConnectorError('unexpected', 'the answer names no "business_id"')
  const path = `/v3/payment_requests/${encodeURIComponent(code.providerInvoiceId)}/cancel`
  // A code that cannot be cancelled is never displayed and expires, as all older QR codes do.
  if (!isQrCode(code)) await callXendit(found, { path, body: {} }).catch(() => null)
  return {
    credentials: { ...found.credentials, business_id },
    account: { ...account, number: business_id, provesCodes: true },
  }
}

// At another address, such as the sandbox's, the key's prefix says nothing about money.
function refuseOtherMode(credentials: XenditCredentials, isLive: boolean): void {
  const { base_url = xenditHost } = credentials
  const environment = findEnvironment(credentials)
  if (new URL(base_url).origin !== xenditHost || environment === undefined) return
  if (environment === (isLive ? 'live' : 'test')) return
  const [kind, sentence] = isLive
    ? ([
        'sandbox_key',
        'this is a key of test mode: switch the dashboard of Xendit to Live and make one there',
      ] as const)
    : (['live_key', 'this key moves real money: test mode takes a key that begins with xnd_development_'] as const)
  throw new ConnectorError('unauthorized', sentence, { field: 'secret_key', kind })
}
