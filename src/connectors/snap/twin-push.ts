import { createPrivateKey } from 'node:crypto'
import type { Answer } from '../twin/asked.ts'
import type { CodeRow } from '../twin/code.ts'
import type { PushNeeds } from '../twin/twin.ts'
import { type Profile, type ProfileId, profiles } from './profiles.ts'
import { signAsymmetric, signSymmetric, signTokenRequest } from './signature.ts'
import { snapClientOf, snapSecretOf } from './twin-credentials.ts'
import { snapKeys } from './twin-keys.ts'

const pushMs = 3_000

/**
 * Tells the shop that a SNAP code was paid, once, as providers do. A push that does not arrive is not sent again: the
 * shop finds the money by asking.
 */
export async function pushPaidCode(needs: PushNeeds, code: CodeRow): Promise<Answer> {
  const [, profileId, merchantId] = code.mid.split(' ')
  const hook = await needs.findHook(code.qris)
  if (hook === null) return { status: 404, body: '' }
  const profile = profiles[profileId as ProfileId]
  return { status: await send(needs, { profile, hook, code, merchantId: merchantId! }), body: '' }
}

interface Pushed {
  profile: Profile
  hook: string
  code: CodeRow
  merchantId: string
}

async function send(needs: PushNeeds, { profile, hook, code, merchantId }: Pushed): Promise<number> {
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

async function tokenFrom(needs: PushNeeds, hook: string, providerKey: string, client: string): Promise<string> {
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
