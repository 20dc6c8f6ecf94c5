import { z } from 'zod'
import { removeSecrets } from '../../lib/same-text.ts'
import { toStorable } from '../../lib/storable.ts'
import { checkMadeCode } from '../check-made-code.ts'
import { type ChargeRequest, type Connector, ConnectorError, type ProviderCode } from '../connector.ts'
import { discardImpossibleTime } from '../discard-impossible-time.ts'
import { findHost } from '../find-host.ts'
import { listFormFields } from '../form.ts'
import { type Channel, feeSetting, findChannel, findChannelCode } from './channel.ts'
import { Credentials, chooseRoot, listRoots, type TripayCredentials } from './credentials.ts'
import { receivePush, signBytes } from './notify.ts'
import { EndRefusedError, requestTripay, type TripayCall } from './request-tripay.ts'
import { tripaySimulator } from './simulator.ts'
import { tripayTexts } from './texts.ts'

/**
 * Tripay closed payments: creates codes with a fixed amount, reports for each whether it was paid, and signs its
 * callbacks.
 */
export const tripay: Connector<TripayCredentials> = {
  id: 'tripay',
  texts: tripayTexts,
  traits: { makesCodes: true, brings: [], needsForwarder: false },
  matches: 'reference',
  window: {
    chargeLifeS: 86_400,
    graceS: 300,
    lateS: 86_400,
    lagS: 60,
    skewS: 60,
    resolutionS: 1,
    intervalS: 15,
    freshS: 1_800,
    requestsPerS: 1,
    amountMin: 1_000,
    amountMax: 5_000_000,
  },
  credentials: Credentials,
  form: listFormFields(Credentials),
  keyPage: 'https://tripay.co.id/member/merchant',
  keyPattern: /^(?:DEV-[A-Za-z0-9]{10,}|[A-Za-z0-9]{5}(?:-[A-Za-z0-9]{5}){4}|(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{40})$/,
  known: ({ receivingAccount }) => ({ merchant_code: receivingAccount }),
  receivingAccount: ({ merchant_code }) => merchant_code,
  windowOf: ({ amount_min, amount_max }) => ({ amountMin: amount_min, amountMax: amount_max }),

  async charge(call, request) {
    const lost = request.isRepeated ? await findMade(call, request) : null
    if (lost) return lost
    const method = await findChannelCode(call)
    try {
      return await createTransaction(call, method, request)
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'refused') throw error
      await call.tokens?.drop(method)
      // A clock that is minutes off makes the end invalid: without one the code lives for a day.
      if (error instanceof EndRefusedError) return createTransaction(call, method, request, { endsByDefault: true })
      throw error
    }
  },

  async status(call, charge) {
    const query = { reference: charge.providerInvoiceId }
    const detail = await requestTripay(call, { path: 'transaction/detail', query, answer: Detail })
    const isOther = detail.reference !== charge.providerInvoiceId || detail.merchant_ref !== charge.reference
    if (isOther) throw new ConnectorError('unexpected', 'the answer is about another payment')
    if (detail.status !== 'PAID') return { paid: false }
    return {
      paid: true,
      transfer: {
        reference: charge.providerInvoiceId,
        amount: detail.amount,
        occurredAt: discardImpossibleTime(detail.paid_at ?? null, charge.requestDate, charge.askedAt),
        payerName: null,
        payerApp: null,
      },
    }
  },

  // Tests only the API key: the private key and the merchant code are needed for codes alone.
  async check(call) {
    return toProviderAccount(call.credentials, await findChannel(call))
  },

  async probe(call, request) {
    const { credentials } = call
    const { isLive } = request
    const named = credentials.base_url === undefined ? undefined : chooseRoot(credentials)
    const found = await findHost({ named, hosts: listRoots(credentials), isLive, field: 'api_key' }, root =>
      findChannel(call, root),
    )
    const account = toProviderAccount(credentials, found.answer)
    const { amountMin, amountMax } = account.key
    const completed = { ...credentials, base_url: found.url, amount_min: amountMin, amount_max: amountMax }
    // This code is never shown and expires, because Tripay cannot cancel one.
    const amount = Math.max(request.amount, amountMin ?? 0)
    await createTransaction({ ...call, credentials: completed }, found.answer.code, { ...request, amount })
    return {
      credentials: completed,
      account: {
        ...account,
        provesCodes: true,
        key: { ...account.key, ...(found.environment ? { environment: found.environment } : {}) },
      },
    }
  },

  async history(call, { from, to, cursor }) {
    const page = Number(cursor ?? 1)
    const query = { page: String(page), per_page: String(pageRows), sort: 'desc', status: 'PAID' }
    const listed = await requestTripay(call, { path: 'merchant/transactions', query, answer: z.array(Row) })
    const rows = listed.filter(row => row !== null)
    // Newest first by creation: a code may be paid up to a day later.
    const oldest = rows.at(-1)?.created_at.getTime() ?? Infinity
    const isOver = listed.length < pageRows || oldest < from.getTime() - lifeMaxMs
    return {
      rows: rows.flatMap(({ reference, merchant_ref, amount, paid_at }) =>
        paid_at && paid_at >= from && paid_at <= to
          ? [{ chargeReference: merchant_ref, providerInvoiceId: reference, amount, occurredAt: paid_at, isPaid: true }]
          : [],
      ),
      cursor: isOver ? null : String(page + 1),
    }
  },

  receive: receivePush,
  signedTexts: (_call, push) => [push.body.toString('utf8')],
  scrub: ({ api_key, private_key }, text) => removeSecrets(text, [api_key, private_key]),
  simulator: tripaySimulator,
}

const pageRows = 50
const lifeMaxMs = 86_400_000
const lifeMinMs = 11 * 60_000

function toProviderAccount({ merchant_code }: TripayCredentials, channel: Channel) {
  const { flat, percent } = channel.fee_merchant
  return {
    number: merchant_code,
    holder: null,
    outletName: null,
    outletId: null,
    qris: null,
    key: {
      fee: { flat, percent },
      ...(channel.minimum_amount ? { amountMin: channel.minimum_amount } : {}),
      ...(channel.maximum_amount ? { amountMax: channel.maximum_amount } : {}),
    } as { fee: { flat: number; percent: number }; amountMin?: number; amountMax?: number },
  }
}

const Moment = z
  .union([
    z.int().positive(),
    z
      .string()
      .regex(/^\d{9,11}$/)
      .transform(Number),
  ])
  .transform(seconds => new Date(seconds * 1000))
const Reference = z.string().min(1).max(64).transform(toStorable)

const Rupiah = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
])

const Created = z.object({
  reference: Reference,
  merchant_ref: z.string(),
  amount: Rupiah,
  fee_customer: Rupiah.nullish(),
  expired_time: Moment.nullish(),
  qr_string: z.string().min(1).max(512),
})

const Detail = z.object({
  reference: z.string(),
  merchant_ref: z.string().nullish(),
  amount: Rupiah.pipe(z.int().positive()),
  status: z.enum(['UNPAID', 'PAID', 'EXPIRED', 'FAILED', 'REFUND']),
  paid_at: Moment.nullish().catch(null),
})

// One malformed row must not hide the others.
const Row = z
  .object({
    reference: Reference,
    merchant_ref: Reference.nullish().transform(text => text ?? null),
    amount: Rupiah,
    created_at: Moment,
    paid_at: Moment.nullish(),
  })
  .nullable()
  .catch(null)

const Listed = z.array(
  z.object({ reference: Reference, merchant_ref: z.string().nullish(), status: z.string() }).nullable().catch(null),
)

/**
 * Returns the code that an earlier request created if its answer was lost; otherwise Tripay would create a second one.
 */
async function findMade(call: TripayCall, request: ChargeRequest): Promise<ProviderCode | null> {
  const { reference } = request
  const rows = await requestTripay(call, {
    path: 'merchant/transactions',
    query: { merchant_ref: reference },
    answer: Listed,
  })
  const row = rows.find(one => one?.merchant_ref === reference && one.status === 'UNPAID')
  if (!row) return null
  const query = { reference: row.reference }
  return readCode(await requestTripay(call, { path: 'transaction/detail', query, answer: Created }), request)
}

async function createTransaction(
  call: TripayCall,
  method: string,
  request: ChargeRequest,
  { endsByDefault = false } = {},
): Promise<ProviderCode> {
  const { merchant_code, private_key } = call.credentials
  const { reference, amount } = request
  const text = `${merchant_code}${reference}${amount}`
  const made = await requestTripay(call, {
    path: 'transaction/create',
    body: {
      method,
      merchant_ref: reference,
      amount,
      // Required by the provider, but irrelevant for a QRIS.
      customer_name: 'Pembeli',
      customer_email: 'pembeli@example.com',
      customer_phone: '081234567890',
      order_items: [{ name: `Pembayaran ${reference}`, price: amount, quantity: 1 }],
      ...(call.hook === undefined ? {} : { callback_url: call.hook }),
      ...(endsByDefault ? {} : { expired_time: Math.floor(chargeEnd(request).getTime() / 1000) }),
      signature: signBytes(private_key, text),
    },
    stringToSign: text,
    answer: Created,
  })
  return readCode(made, request)
}

function chargeEnd({ requestedAt, expiresAt }: ChargeRequest): Date {
  return new Date(Math.max(expiresAt.getTime(), requestedAt.getTime() + lifeMinMs))
}

function readCode(answer: z.output<typeof Created>, request: ChargeRequest): ProviderCode {
  const { reference, amount, requestedAt } = request
  if (answer.merchant_ref !== reference) throw new ConnectorError('unexpected', 'the code is of another payment')
  checkMadeCode(answer.qr_string, amount, { amount: answer.fee_customer ?? 0, setting: feeSetting })
  if (answer.amount !== amount)
    throw new ConnectorError('unexpected', `the code asks for ${answer.amount}, not ${amount}`)
  return {
    qris: answer.qr_string,
    providerInvoiceId: answer.reference,
    providerNmid: null,
    // The answer contains no time.
    requestDate: requestedAt,
    endsAt: answer.expired_time ?? chargeEnd(request),
  }
}
