import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type CodeRow, findOrCreateCode } from '../simulator/code.ts'
import { findStoredReference, restoreReference } from '../simulator/find-stored-reference.ts'
import { readBodyFields } from '../simulator/read-body-fields.ts'
import { findSecretOwner, makeSecret } from '../simulator/secrets.ts'
import { type OutgoingPush, pushFaults, sendWithFault } from '../simulator/send-push.ts'
import type { Simulator, SimulatorNeeds, SimulatorRoute } from '../simulator/simulator.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'

/**
 * Merchants that differ from the usual one. `sandbox` has only sandbox keys, `fee` lets the payer pay the fee, `noqris`
 * has not enabled a QRIS channel.
 */
const Merchant = z.enum(['usual', 'sandbox', 'fee', 'noqris']).default('usual')

/** Tripay's closed payments as simulated in test mode: live keys under `/api`, `DEV-` keys under `/api-sandbox`. */
export const tripaySimulator: Simulator = {
  takesForms: true,
  routes: [...routesAt('/api', ''), ...routesAt('/api-sandbox', 'DEV-')],
  contracts: {
    options: z.object({ merchant: Merchant }),
    credentials: async (_needs, { address, merchantId, options }) =>
      makeTripayContract(address, merchantId, Merchant.parse(options.merchant)),
  },
  faults: {
    methods: ['revoked'],
    charge: ['revoked'],
    status: ['revoked', 'other_order', 'other_amount'],
    history: ['revoked'],
    push: pushFaults,
    any: ['revoked'],
  },
  push: async (_needs, code, fault) =>
    code.notify_url === null
      ? { status: 404, body: '' }
      : sendWithFault(makeTripayCallback(code, code.notify_url), { tries: 4, isTaken: isTakenByShop }, fault),
}

// After any other answer the callback is repeated.
const isTakenByShop = (status: number, text: string) => status === 200 && text === '{"success":true}'

/** Returns the credentials of a merchant of the sandbox's Tripay; its merchant code determines its setup. */
export function makeTripayContract(
  base_url: string,
  merchantId: string,
  merchant: z.output<typeof Merchant> = 'usual',
) {
  const merchant_code = merchant === 'usual' ? merchantId : `${merchantId}-${merchant}`
  const api_key = `${merchant === 'sandbox' ? 'DEV-' : ''}${makeSecret(merchant_code)}`
  return { merchant_code, api_key, private_key: privateKeyOf(merchant_code), base_url }
}

/** Returns the callback of a paid code, signed over its bytes. */
export function makeTripayCallback(code: CodeRow, url: string): OutgoingPush {
  const merchant = code.mid.slice(prefix.length)
  const { amount, fee_merchant, fee_customer, total_fee, amount_received, status } = viewTransaction(code, code.paid_at)
  const body = JSON.stringify({
    reference: referenceOf(code),
    merchant_ref: restoreReference(code),
    payment_method: 'QRIS by ShopeePay',
    payment_method_code: 'QRIS2',
    total_amount: amount,
    fee_merchant,
    fee_customer,
    total_fee,
    amount_received,
    is_closed_payment: 1,
    status,
    paid_at: unixOf(code.paid_at),
    note: null,
  })
  const headers = {
    'content-type': 'application/json',
    'x-callback-event': 'payment_status',
    'x-callback-signature': hmac(merchant, body),
  }
  return { url, headers, body }
}

const prefix = 'tripay '
const privateKeyOf = (merchant: string) => makeSecret(`private_${merchant}`)
const hmac = (merchant: string, text: string) => createHmac('sha256', privateKeyOf(merchant)).update(text).digest('hex')

type Work = (needs: SimulatorNeeds, request: SimulatorRequest, merchant: string) => Promise<SimulatorAnswer>

function routesAt(root: string, keyPrefix: string): SimulatorRoute[] {
  const route = (method: 'GET' | 'POST', path: string, operation: string, work: Work): SimulatorRoute => ({
    method,
    path: root + path,
    operation,
    work: async (needs, request) => {
      const merchant = request.fault === 'revoked' ? null : findMerchant(request, keyPrefix)
      return merchant === null ? { status: 401, body: failed('Invalid API Key') } : work(needs, request, merchant)
    },
  })
  return [
    route('GET', '/merchant/payment-channel', 'methods', async (_needs, { query }, merchant) =>
      done(listChannels(merchant).filter(({ code }) => code === (query.get('code') ?? code))),
    ),
    route('POST', '/transaction/create', 'charge', answerCreation),
    route('GET', '/transaction/detail', 'status', tellDetail),
    route('GET', '/merchant/transactions', 'history', answerHistory),
  ]
}

function findMerchant({ headers }: SimulatorRequest, keyPrefix: string): string | null {
  const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const merchant = key.startsWith(keyPrefix) ? findSecretOwner(key.slice(keyPrefix.length)) : null
  return merchant !== null && merchant.endsWith('-sandbox') === (keyPrefix !== '') ? merchant : null
}

const failed = (message: string) => ({ success: false, message })
const refuse = (message: string): SimulatorAnswer => ({ status: 400, body: failed(message) })
const done = (data: unknown, more: object = {}): SimulatorAnswer => ({
  status: 200,
  body: { success: true, message: '', data, ...more },
})

const amountMin = 1_000
const amountMax = 5_000_000

const percentOf = (amount: number) => Math.ceil(750 + amount * 0.007)
const paysFee = (merchant: string) => merchant.endsWith('-fee')

function listChannels(merchant: string) {
  const fee = { flat: 750, percent: '0.70' }
  const none = { flat: 0, percent: '0.00' }
  const channel = (group: string, code: string, name: string, active: boolean) => ({
    group,
    code,
    name,
    type: 'direct',
    fee_merchant: paysFee(merchant) ? none : fee,
    fee_customer: paysFee(merchant) ? fee : none,
    total_fee: fee,
    minimum_fee: null,
    maximum_fee: null,
    minimum_amount: amountMin,
    maximum_amount: amountMax,
    icon_url: 'https://images.invalid/channel.png',
    active,
  })
  return [
    channel('Virtual Account', 'BRIVA', 'BRI Virtual Account', true),
    channel('E-Wallet', 'QRIS', 'QRIS by ShopeePay', false),
    channel('E-Wallet', 'QRIS2', 'QRIS', !merchant.endsWith('-noqris')),
  ]
}

// In a form, numbers are texts.
const Whole = z.coerce.number().pipe(z.int())

const Creation = z.object({
  method: z.string(),
  merchant_ref: z.string().max(64),
  amount: Whole,
  customer_name: z.string().min(1),
  customer_email: z.email(),
  order_items: z
    .array(z.object({ name: z.string().min(1), price: Whole, quantity: Whole.pipe(z.int().min(1)) }))
    .min(1),
  callback_url: z.url().optional(),
  expired_time: Whole.optional(),
  signature: z.string(),
})

async function answerCreation(
  { sql, clock }: SimulatorNeeds,
  request: SimulatorRequest,
  merchant: string,
): Promise<SimulatorAnswer> {
  const parsed = Creation.safeParse(readBodyFields(request))
  if (!parsed.success) return refuse(`The ${parsed.error.issues[0]?.path.join('.')} field is required`)
  const now = clock.now()
  const problem = findCreationProblem(parsed.data, merchant, now)
  if (problem) return refuse(problem)
  const { amount, expired_time, merchant_ref, callback_url } = parsed.data
  const mid = prefix + merchant
  const code = await findOrCreateCode(sql, {
    mid,
    reference: await findStoredReference(sql, mid, merchant_ref),
    notifyUrl: callback_url ?? null,
    now,
    amount: amount + (paysFee(merchant) ? percentOf(amount) : 0),
    endsAt: expired_time ? new Date(expired_time * 1000) : new Date(now.getTime() + 86_400_000),
  })
  return done({ ...viewTransaction(code, now), qr_string: code.qris, qr_url: 'https://images.invalid/qr.png' })
}

function findCreationProblem(creation: z.output<typeof Creation>, merchant: string, now: Date): string | null {
  const { method, merchant_ref, amount, order_items, expired_time, signature } = creation
  // Tripay reports a signature over another merchant code as an invalid signature too.
  if (signature !== hmac(merchant, `${merchant}${merchant_ref}${amount}`)) return 'Invalid signature'
  const channel = listChannels(merchant).find(({ code }) => code === method)
  if (!channel?.active) return 'Payment channel is not enabled'
  if (amount < amountMin) return `Minimum transaction amount is Rp ${amountMin}`
  if (amount > amountMax) return `Maximum transaction amount is Rp ${amountMax}`
  const sum = order_items.reduce((total, { price, quantity }) => total + price * quantity, 0)
  if (sum !== amount) return 'Total order items does not match the amount'
  const minutes = expired_time === undefined ? 60 : (expired_time - now.getTime() / 1000) / 60
  return minutes < 9.9 || minutes > 1_440 ? 'Invalid expired_time: 10 to 1440 minutes' : null
}

const referenceOf = ({ mid, id }: CodeRow) => `${mid.slice(prefix.length)}${String(id).padStart(15, '0')}`
const unixOf = (date: Date | null) => (date === null ? null : Math.floor(date.getTime() / 1000))

function viewTransaction(code: CodeRow, now: Date | null) {
  const merchant = code.mid.slice(prefix.length)
  const asked = paysFee(merchant) ? Math.floor((code.amount - 750) / 1.007) : code.amount
  const fee = paysFee(merchant) ? code.amount - asked : percentOf(asked)
  const isOver = code.ends_at !== null && now !== null && code.ends_at < now
  return {
    reference: referenceOf(code),
    merchant_ref: restoreReference(code),
    payment_selection_type: 'static',
    payment_method: 'QRIS2',
    payment_name: 'QRIS',
    customer_name: 'Pelanggan',
    callback_url: code.notify_url,
    amount: code.amount,
    fee_merchant: paysFee(merchant) ? 0 : fee,
    fee_customer: paysFee(merchant) ? fee : 0,
    total_fee: fee,
    amount_received: paysFee(merchant) ? asked : asked - fee,
    pay_code: null,
    pay_url: null,
    checkout_url: `https://tripay.co.id/checkout/${referenceOf(code)}`,
    status: code.paid_at ? 'PAID' : isOver ? 'EXPIRED' : 'UNPAID',
    expired_time: unixOf(code.ends_at),
    instructions: [],
  }
}

async function tellDetail(
  { sql, clock }: SimulatorNeeds,
  { query, fault }: SimulatorRequest,
  merchant: string,
): Promise<SimulatorAnswer> {
  const reference = query.get('reference') ?? ''
  const id = /^\d{15}$/.test(reference.slice(-15)) ? Number(reference.slice(-15)) : null
  const [code] = await sql.query<CodeRow>('select * from sandbox.code where mid = $1 and id = $2', [
    prefix + merchant,
    id,
  ])
  if (!code || referenceOf(code) !== reference) return refuse('Transaction not found')
  const detail = viewTransaction(code, clock.now())
  return done({
    ...detail,
    // A text or a number, because their pages show both.
    ...(code.paid_at ? { paid_at: String(unixOf(code.paid_at)) } : {}),
    ...(fault === 'other_order' ? { merchant_ref: 'OTHER-1' } : {}),
    ...(fault === 'other_amount' ? { amount: detail.amount + 1 } : {}),
    qr_string: code.qris,
    qr_url: 'https://images.invalid/qr.png',
  })
}

async function answerHistory(
  { sql, clock }: SimulatorNeeds,
  { query }: SimulatorRequest,
  merchant: string,
): Promise<SimulatorAnswer> {
  const page = Math.max(1, Number(query.get('page') ?? 1))
  const perPage = Math.min(50, Number(query.get('per_page') ?? 25))
  const all = await sql.query<CodeRow>('select * from sandbox.code where mid = $1 order by id desc', [
    prefix + merchant,
  ])
  const wanted = all
    .map(code => ({
      ...viewTransaction(code, clock.now()),
      created_at: unixOf(code.requested_at),
      expired_at: unixOf(code.ends_at),
      paid_at: unixOf(code.paid_at),
    }))
    .filter(row => ['reference', 'merchant_ref', 'status'].every(name => isWanted(query, name, row)))
  const last = Math.max(1, Math.ceil(wanted.length / perPage))
  return done(wanted.slice((page - 1) * perPage, page * perPage), {
    pagination: {
      current_page: page,
      next_page: page < last ? page + 1 : null,
      last_page: last,
      per_page: perPage,
      total_records: wanted.length,
    },
  })
}

function isWanted(query: URLSearchParams, name: string, row: Record<string, unknown>): boolean {
  const value = query.get(name)
  return value === null || value === row[name]
}
