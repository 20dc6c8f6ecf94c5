import { randomBytes } from 'node:crypto'
import { removeSecrets } from '../../lib/same-text.ts'
import { checkMadeCode } from '../check-made-code.ts'
import { type ChargeRequest, type Connector, ConnectorError, type ProviderCode } from '../connector.ts'
import { listFormFields } from '../form.ts'
import { makeBasicCredential, makeNameFromKey } from '../secret-key.ts'
import { callMidtrans, type MidtransCall, makeFailure } from './call.ts'
import { Credentials, type MidtransCredentials } from './credentials.ts'
import { receiveNotification } from './notification.ts'
import { findEnvironment, probeMidtrans } from './probe.ts'
import { refundTransaction } from './refund.ts'
import { midtransSimulator } from './simulator.ts'
import { midtransTexts } from './texts.ts'
import { type ChargeVerdict, judgeTransaction, readTransaction, type Transaction } from './transaction.ts'

const codeLifeS = 7 * 86_400

/** Midtrans Core API: codes created per payment with a merchant's server key (docs/connectors/midtrans.md). */
export const midtrans: Connector<MidtransCredentials> = {
  id: 'midtrans',
  texts: midtransTexts,
  traits: { makesCodes: true, brings: [], needsForwarder: false },
  matches: 'reference',
  window: {
    chargeLifeS: codeLifeS,
    graceS: 300,
    lateS: 86_400,
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
  keyPage: 'https://dashboard.midtrans.com/settings/config_info',
  keyPattern: /^(?:SB-)?Mid-(?:server|client)-[\w-]{6,}$/i,
  receivingAccount,
  merchantIdOf: receivingAccount,

  async charge(call, request) {
    const { code } = await createTransaction(call, request)
    return code
  },

  async status(call, charge) {
    const judged = await askState(call, charge)
    if (judged !== 'pending') return judged
    // A code may stay pending past its end. Once cancelled, a screenshot of it can no longer be paid.
    if (charge.askedAt <= charge.payableUntil) return { paid: false }
    const answer = await callMidtrans(call, { path: `/v2/${pathId(charge.providerInvoiceId)}/expire`, body: {} })
    if (answer.code !== 412) return { paid: false }
    const after = await askState(call, charge)
    return after === 'pending' ? { paid: false } : after
  },

  async cancel(call, charge) {
    const answer = await callMidtrans(call, { path: `/v2/${pathId(charge.providerInvoiceId)}/cancel`, body: {} })
    if (answer.code !== 200) throw makeFailure(call.credentials, answer)
  },

  refund: refundTransaction,

  // Midtrans has no request that describes an account. An impossible order is not found with the right key, and refused
  // otherwise.
  async check(call) {
    const path = `/v2/warung-check-${randomBytes(8).toString('hex')}/status`
    const answer = await callMidtrans(call, { path })
    if (answer.code !== 404) throw makeFailure(call.credentials, answer)
    const environment = findEnvironment(call.credentials)
    return {
      number: call.credentials.merchant_id ?? '',
      holder: null,
      outletName: null,
      outletId: null,
      qris: null,
      ...(environment ? { key: { environment } } : {}),
    }
  },

  probe: (call, request) => probeMidtrans(call, request, { check: midtrans.check!, createTransaction }),
  receive: async ({ credentials }, push) => receiveNotification(credentials, push),
  scrub: ({ server_key }, text) => removeSecrets(text, [server_key, makeBasicCredential(server_key)]),
  simulator: midtransSimulator,
}

// Before the first code the account is unknown, so the key represents it.
function receivingAccount({ merchant_id, server_key }: MidtransCredentials): string {
  return merchant_id ?? makeNameFromKey(server_key)
}

async function createTransaction(
  call: MidtransCall,
  request: ChargeRequest,
): Promise<{ code: ProviderCode; transaction: Transaction }> {
  const { reference, amount, requestedAt } = request
  const wantedS = Math.ceil((request.expiresAt.getTime() - requestedAt.getTime()) / 1000)
  const answer = await callMidtrans(call, {
    path: '/v2/charge',
    headers: {
      // The provider repeats its answer for five minutes, so that a retry after a timeout is safe.
      'Idempotency-Key': reference,
      ...(call.hook === undefined ? {} : { 'X-Override-Notification': call.hook }),
    },
    body: {
      payment_type: 'qris',
      transaction_details: { order_id: reference, gross_amount: amount },
      // Without `order_time`, which would come from our clock, the life counts from the request.
      custom_expiry: { expiry_duration: Math.min(Math.max(wantedS, 1), codeLifeS), unit: 'second' },
    },
  })
  if (answer.code !== 201) throw makeFailure(call.credentials, answer)
  const transaction = readTransaction(call, answer, reference)
  const { qr_string, gross_amount, transaction_id, transaction_status, transaction_time, expiry_time } = transaction
  if (!qr_string) throw new ConnectorError('unexpected', 'the answer holds no "qr_string"')
  if (gross_amount !== amount || transaction_status !== 'pending') {
    throw new ConnectorError('unexpected', `the code is ${transaction_status} and of ${gross_amount}, not ${amount}`)
  }
  checkMadeCode(qr_string, amount)
  const lifeMs = transaction_time && expiry_time ? expiry_time.getTime() - transaction_time.getTime() : null
  const code = {
    qris: qr_string,
    providerInvoiceId: transaction_id,
    providerNmid: null,
    requestDate: requestedAt,
    // By our clock, regardless of the provider's.
    ...(lifeMs !== null && lifeMs > 0 ? { endsAt: new Date(requestedAt.getTime() + lifeMs) } : {}),
  }
  return { code, transaction }
}

async function askState(call: MidtransCall, charge: Parameters<typeof judgeTransaction>[0]): Promise<ChargeVerdict> {
  const answer = await callMidtrans(call, { path: `/v2/${pathId(charge.providerInvoiceId)}/status` })
  if (answer.code === 404) {
    // The provider forgets a code after its end; until then it must know a code that it created.
    if (charge.askedAt > charge.payableUntil) return { paid: false }
    throw new ConnectorError('unexpected', 'Midtrans does not know a code that it made')
  }
  if (![200, 201, 202, 407].includes(answer.code)) throw makeFailure(call.credentials, answer)
  return judgeTransaction(charge, answer, readTransaction(call, answer, charge.reference))
}

const pathId = encodeURIComponent
