import { createPrivateKey } from 'node:crypto'
import type { CodeRow } from '../simulator/code.ts'
import type { PushNeeds } from '../simulator/simulator.ts'
import type { SimulatorAnswer } from '../simulator/simulator-request.ts'
import type { ProfileId } from './profiles.ts'
import { type NotificationRules, providerRules } from './provider-rules.ts'
import { signAsymmetric, signSymmetric, signTokenRequest } from './signature.ts'
import { findSnapClient, makeSnapSecret } from './simulator-credentials.ts'
import { findOrCreateSnapKeys } from './simulator-keys.ts'

const pushMs = 3_000

/**
 * Notifies the shop once that a SNAP code was paid, as providers do. A push that does not arrive is not repeated: the
 * shop finds the money by polling.
 */
export async function pushPaidCode(needs: PushNeeds, code: CodeRow): Promise<SimulatorAnswer> {
  const [, profileId, merchantId] = code.mid.split(' ')
  const hook = await needs.findHook(code.qris)
  if (hook === null) return { status: 404, body: '' }
  const rules = providerRules[profileId as ProfileId].notification
  return { status: await sendPush(needs, { rules, hook, code, client: findSnapClient(merchantId!) }), body: '' }
}

interface Pushed {
  rules: NotificationRules
  hook: string
  code: CodeRow
  client: string
}

async function sendPush(needs: PushNeeds, { rules, hook, code, client }: Pushed): Promise<number> {
  const { provider_private } = await findOrCreateSnapKeys(needs.sql)
  const url = new URL(hook + rules.path)
  const body = JSON.stringify({
    originalReferenceNo: String(code.id),
    originalPartnerReferenceNo: code.client_reference,
    latestTransactionStatus: '00',
    transactionStatusDesc: 'Success',
    amount: { value: `${code.amount}.00`, currency: 'IDR' },
    additionalInfo: { issuerName: code.payer_app },
  })
  const text = { method: 'POST', path: url.pathname, body, timestamp: needs.realNow().toISOString() }
  const token = rules.token ? await tokenFrom(needs, { hook, token: rules.token, client, key: provider_private }) : ''
  const { signature } =
    rules.form === 'rsa'
      ? signAsymmetric(createPrivateKey(provider_private), text)
      : signSymmetric(makeSnapSecret(client), token, text, rules.form === 'hmac_hex' ? 'hex' : 'base64')
  const headers = {
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    'x-timestamp': text.timestamp,
    'x-signature': signature,
    'x-client-key': client,
    'x-partner-id': client,
    'x-external-id': `${code.id}${needs.realNow().getTime()}`,
  }
  return (await postJson(url, body, headers)).status
}

interface TokenRequest {
  hook: string
  token: NonNullable<NotificationRules['token']>
  client: string
  key: string
}

async function tokenFrom(needs: PushNeeds, { hook, token, client, key }: TokenRequest): Promise<string> {
  const timestamp = needs.realNow().toISOString()
  const answer = await postJson(new URL(hook + token.path), '{"grantType":"client_credentials"}', {
    'x-timestamp': timestamp,
    'x-client-key': client,
    'x-signature': signTokenRequest(createPrivateKey(key), client, timestamp, token.encoding).signature,
  })
  const { accessToken } = (await answer.json()) as { accessToken?: string }
  return accessToken ?? ''
}

function postJson(url: URL, body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(pushMs),
  })
}
