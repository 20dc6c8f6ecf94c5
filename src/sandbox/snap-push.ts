import { createPrivateKey } from 'node:crypto'
import { type Profile, type ProfileId, profiles } from '../connectors/snap/profiles.ts'
import { signAsymmetric, signSymmetric, signTokenRequest } from '../connectors/snap/signature.ts'
import { snapClientOf, snapSecretOf } from './credentials.ts'
import { withFaults } from './faults.ts'
import type { CodeRow } from './sandbox-code.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'
import { snapKeys } from './snap-keys.ts'

const pushMs = 3_000

/**
 * Tells the shop that a SNAP code was paid, once, as providers do. A push that does not arrive is not sent again: the shop
 * finds the money by asking.
 */
export async function pushPaidCode(needs: SandboxNeeds, code: CodeRow): Promise<void> {
  const [provider, profileId, merchantId] = code.mid.split(' ')
  const hook = provider === 'snap' ? await needs.findHook(code.qris) : null
  if (hook === null) return
  // A push that is lost is simulated by the fault `push`.
  const push = withFaults(needs, 'snap', 'push', async () => ({
    status: await send(needs, { profile: profiles[profileId as ProfileId], hook, code, merchantId: merchantId! }),
    body: '',
  }))
  await push({ query: new URLSearchParams(), headers: {}, body: '' }).catch(error => {
    needs.log.warn({ err: error }, 'sandbox: the push of a SNAP code did not arrive')
  })
}

interface Pushed {
  profile: Profile
  hook: string
  code: CodeRow
  merchantId: string
}

async function send(needs: SandboxNeeds, { profile, hook, code, merchantId }: Pushed): Promise<number> {
  const keys = await snapKeys(needs.sql)
  const url = new URL(`${hook}/v1.0/${profile.notifyService === '56' ? 'debit/notify' : 'qr/qr-mpm-notify'}`)
  const body = JSON.stringify({
    originalReferenceNo: String(code.id),
    originalPartnerReferenceNo: code.client_reference,
    latestTransactionStatus: '00',
    transactionStatusDesc: 'Success',
    amount: { value: `${code.amount}.00`, currency: 'IDR' },
    additionalInfo: { brandName: code.payer_app },
  })
  const text = { method: 'POST', path: url.pathname, body, timestamp: needs.realNow().toISOString() }
  const client = snapClientOf(merchantId)
  const token = profile.notifySignature === 'hmac' ? await tokenFrom(needs, hook, keys.provider_private, client) : ''
  const signature =
    profile.notifySignature === 'rsa'
      ? signAsymmetric(createPrivateKey(keys.provider_private), text)
      : signSymmetric(snapSecretOf(client), token, text, profile.encoding)
  const headers = {
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    'x-timestamp': text.timestamp,
    'x-signature': signature,
    'x-partner-id': client,
    'x-external-id': `${code.id}${needs.realNow().getTime()}`,
  }
  return (await post(url, body, headers)).status
}

async function tokenFrom(needs: SandboxNeeds, hook: string, providerKey: string, client: string): Promise<string> {
  const timestamp = needs.realNow().toISOString()
  const answer = await post(new URL(`${hook}/v1.0/access-token/b2b`), '{"grantType":"client_credentials"}', {
    'x-timestamp': timestamp,
    'x-client-key': client,
    'x-signature': signTokenRequest(createPrivateKey(providerKey), client, timestamp),
  })
  const { accessToken } = (await answer.json()) as { accessToken?: string }
  return accessToken ?? ''
}

function post(url: URL, body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(pushMs),
  })
}
