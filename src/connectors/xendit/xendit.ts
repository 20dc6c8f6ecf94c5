import { removeSecrets } from '../../lib/same-text.ts'
import { checkMadeCode } from '../check-made-code.ts'
import { type ChargeRef, type ChargeRequest, type Connector, ConnectorError, type ProviderCode } from '../connector.ts'
import { listFormFields } from '../form.ts'
import { makeBasicCredential, makeNameFromKey } from '../secret-key.ts'
import { callXendit, makeFailure, type XenditAnswer, type XenditCall } from './call.ts'
import { Credentials, type XenditCredentials } from './credentials.ts'
import { readHistory } from './history.ts'
import { type ChargeVerdict, judgePaymentRequest, readPaymentRequest } from './payment-request.ts'
import { checkKey, probeXendit } from './probe.ts'
import { createQrCode, fetchQrCodeStatus, isQrCode } from './qr-code.ts'
import { fetchRefund, refundPaymentRequest } from './refund.ts'
import { xenditSimulator } from './simulator.ts'
import { xenditTexts } from './texts.ts'
import { receiveWebhook } from './webhook.ts'

const codeLifeS = 48 * 3600

/**
 * Xendit, payment requests of 2024-11-11: codes are created per payment with a secret key (docs/connectors/xendit.md).
 */
export const xendit: Connector<XenditCredentials> = {
  id: 'xendit',
  texts: xenditTexts,
  traits: { makesCodes: true, brings: [], needsForwarder: false },
  matches: 'reference',
  window: {
    chargeLifeS: codeLifeS,
    graceS: 300,
    lateS: 172_800,
    lagS: 60,
    skewS: 60,
    resolutionS: 1,
    intervalS: 15,
    freshS: 1_800,
    requestsPerS: 2,
    amountMax: 10_000_000,
  },
  credentials: Credentials,
  form: listFormFields(Credentials),
  keyPage: 'https://dashboard.xendit.co/settings/developers#api-keys',
  keyPattern: /^xnd_[a-z]+_\w{6,}$/i,
  receivingAccount,
  merchantIdOf: receivingAccount,

  async charge(call, request) {
    const { code } = await createCode(call, request)
    return code
  },

  async status(call, charge) {
    if (isQrCode(charge)) return fetchQrCodeStatus(call, charge)
    const judged = await askState(call, charge)
    if (judged !== 'open') return judged
    // It can be paid from a screenshot until it expires after two days.
    if (charge.askedAt <= charge.payableUntil) return { paid: false }
    const answer = await cancelRequest(call, charge)
    if (answer.error === null) return { paid: false }
    const after = await askState(call, charge)
    return after === 'open' ? { paid: false } : after
  },

  async cancel(call, charge) {
    if (isQrCode(charge)) throw new ConnectorError('refused', 'a QR code of 2022-07-31 cannot be taken back')
    const answer = await cancelRequest(call, charge)
    if (answer.error) throw makeFailure(call.credentials, answer, permissionToCharge)
  },

  refund: refundPaymentRequest,
  refundState: fetchRefund,
  history: readHistory,
  check: checkKey,
  probe: (call, request) => probeXendit(call, request, createCode),
  receive: async ({ credentials }, push) => receiveWebhook(credentials, push),
  // A new key does not change the token, which is the account's. The key is shown once, so that a token that is added
  // later must do without it.
  keeps: ['secret_key', 'webhook_token', 'base_url'],
  scrub: ({ secret_key, webhook_token }, text) =>
    removeSecrets(text, [secret_key, makeBasicCredential(secret_key), webhook_token]),
  simulator: xenditSimulator,
}

const permissionToCharge = 'Money-in products: Write'

// Before the first code the account is unknown, so the key represents it.
function receivingAccount({ business_id, secret_key }: XenditCredentials): string {
  return business_id ?? makeNameFromKey(secret_key)
}

/** Creates a code by a payment request, or as an older QR code if the account only supports those. */
async function createCode(
  call: XenditCall,
  request: ChargeRequest,
): Promise<{ code: ProviderCode; businessId: string | null }> {
  if ((await call.tokens?.get(async () => endsEarly)) === hasQrCodes.text) return createQrCode(call, request)
  const answer = await askForCode(call, request)
  if (!answer.error) return readCode(call, answer, request)
  const failure = makeFailure(call.credentials, answer, permissionToCharge)
  if (answer.error.code !== 'CHANNEL_NOT_ACTIVATED') throw failure
  const made = await createQrCode(call, request).catch(error => {
    const isOpen = error instanceof ConnectorError && (error.kind === 'unreachable' || error.kind === 'taken')
    throw isOpen ? error : failure
  })
  await rememberToken(call, hasQrCodes)
  return made
}

function readCode(call: XenditCall, answer: XenditAnswer, request: ChargeRequest) {
  const paymentRequest = readPaymentRequest(call, answer, request.reference)
  const { payment_request_id, status, request_amount, actions, channel_properties } = paymentRequest
  if (status !== 'REQUIRES_ACTION' || request_amount !== request.amount) {
    throw new ConnectorError('unexpected', `the code is ${status} and of ${request_amount}, not ${request.amount}`)
  }
  const qris = actions?.find(({ descriptor }) => descriptor === 'QR_STRING')?.value
  if (!qris) throw new ConnectorError('unexpected', 'the answer holds no "QR_STRING"')
  checkMadeCode(qris, request.amount)
  const code = {
    qris,
    providerInvoiceId: payment_request_id,
    providerNmid: null,
    requestDate: request.requestedAt,
    endsAt: channel_properties?.expires_at ?? new Date(request.requestedAt.getTime() + codeLifeS * 1000),
  }
  return { code, businessId: paymentRequest.business_id ?? null }
}

// Stored for all processes of a connection, like an access token.
const endsEarly = { text: 'codes end when asked', livesS: 86_400 }
const endsLate = { text: 'codes end after two days', livesS: 30 * 86_400 }
const hasQrCodes = { text: 'codes of 2022-07-31', livesS: 86_400 }

async function rememberToken({ tokens }: XenditCall, fact: { text: string; livesS: number }): Promise<void> {
  const known = await tokens?.get(async () => fact)
  if (known === undefined || known === fact.text) return
  await tokens?.drop(known)
  await tokens?.get(async () => fact)
}

/** Requests a code that ends with its payment, or one without an end if the account is known to refuse that. */
async function askForCode(call: XenditCall, { reference, amount, expiresAt }: ChargeRequest): Promise<XenditAnswer> {
  const body = {
    reference_id: reference,
    type: 'PAY',
    country: 'ID',
    currency: 'IDR',
    request_amount: amount,
    capture_method: 'AUTOMATIC',
    channel_code: 'QRIS',
  }
  const known = await call.tokens?.get(async () => endsEarly)
  if (known !== endsLate.text) {
    const answer = await callXendit(call, {
      path: '/v3/payment_requests',
      headers: { 'idempotency-key': reference },
      body: { ...body, channel_properties: { expires_at: expiresAt.toISOString() } },
    })
    if (!refusesExpiry(answer)) return answer
    await rememberToken(call, endsLate)
  }
  // A different request needs a different key: the same key with other fields is refused.
  return callXendit(call, { path: '/v3/payment_requests', headers: { 'idempotency-key': `${reference}-late` }, body })
}

function refusesExpiry({ status, error }: XenditAnswer): boolean {
  const isNamed = [error?.message ?? '', ...(error?.paths ?? [])].some(text => text.includes('expires_at'))
  return status === 400 && isNamed
}

async function askState(call: XenditCall, charge: ChargeRef): Promise<ChargeVerdict> {
  const answer = await callXendit(call, { path: pathOf(charge) })
  if (answer.status === 404) {
    if (charge.askedAt > charge.payableUntil) return { paid: false }
    throw new ConnectorError('unexpected', 'Xendit does not know a code that it made')
  }
  if (answer.error) throw makeFailure(call.credentials, answer, 'Money-in products: Read')
  return judgePaymentRequest(charge, readPaymentRequest(call, answer, charge.reference))
}

function cancelRequest(call: XenditCall, charge: ChargeRef): Promise<XenditAnswer> {
  return callXendit(call, { path: `${pathOf(charge)}/cancel`, body: {} })
}

const pathOf = ({ providerInvoiceId }: ChargeRef) => `/v3/payment_requests/${encodeURIComponent(providerInvoiceId)}`
