import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { formatJakartaTime } from '../jakarta.ts'
import { type CodeRow, findOrCreateCode } from '../simulator/code.ts'
import { findStoredReference, restoreReference } from '../simulator/find-stored-reference.ts'
import { readBodyFields } from '../simulator/read-body-fields.ts'
import { makeSecret } from '../simulator/secrets.ts'
import { type OutgoingPush, pushFaults, sendWithFault } from '../simulator/send-push.ts'
import type { Simulator, SimulatorNeeds, SimulatorRoute } from '../simulator/simulator.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'

// An account whose address or domain is not registered, and one without QRIS.
const accountFaults = ['revoked', 'invalid_ip', 'invalid_domain', 'no_qris'] as const

/** iPaymu v2 as simulated in test mode. */
export const ipaymuSimulator: Simulator = {
  routes: [
    makeRoute('POST', '/balance', 'account', async (_needs, { body }, va) =>
      readBodyFields({ body }).account === va
        ? done({ Va: va, MerchantBalance: 0, MemberBalance: 0 })
        : refuse(400, 'Bad Request', { account: ['Invalid va'] }),
    ),
    makeRoute('GET', '/payment-channels', 'methods', async (_needs, request) =>
      done(listChannels(request.fault !== 'no_qris')),
    ),
    makeRoute('POST', '/payment/direct', 'charge', answerPayment),
    makeRoute('POST', '/transaction', 'status', tellStatus),
    makeRoute('POST', '/history', 'history', answerHistory),
  ],
  contracts: {
    options: z.object({}),
    credentials: async (_needs, { address, merchantId }) => makeIpaymuContract(address, merchantId),
  },
  faults: {
    account: accountFaults,
    methods: accountFaults,
    charge: accountFaults,
    status: [...accountFaults, 'other_order', 'other_amount'],
    history: accountFaults,
    push: [...pushFaults, 'json'],
    any: accountFaults,
  },
  push: async (_needs, code, fault) => {
    if (code.notify_url === null) return { status: 404, body: '' }
    const push = makeIpaymuCallback(code, code.notify_url, fault === 'json' ? 'json' : 'form')
    return sendWithFault(push, { tries: 4, isTaken: status => status === 200 }, fault)
  },
}

/** Returns the credentials of an account at the sandbox's iPaymu; its number is derived from the merchant id. */
export function makeIpaymuContract(base_url: string, merchantId: string) {
  const va = /^\d{10,20}$/.test(merchantId) ? merchantId : `0000${digitsOf(merchantId)}`
  return { va, api_key: makeSecret(va), base_url }
}

const digitsOf = (text: string) =>
  String(BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 14)}`))
    .slice(0, 12)
    .padStart(12, '0')

/** Returns the callback of a paid code. Its signature uses the public account number as its key. */
export function makeIpaymuCallback(code: CodeRow, url: string, form: 'form' | 'json'): OutgoingPush {
  const va = vaOf(code)
  const paidAt = code.paid_at ?? code.requested_at
  const values = {
    trx_id: code.id,
    sid: sessionOf(code),
    reference_id: restoreReference(code),
    status: 'berhasil',
    status_code: 1,
    sub_total: String(code.amount),
    total: String(code.amount),
    amount: String(code.amount),
    fee: String(feeOf(code.amount)),
    paid_off: code.amount - feeOf(code.amount),
    created_at: spaced(code.requested_at),
    expired_at: spaced(code.ends_at ?? code.requested_at),
    paid_at: spaced(paidAt),
    settlement_status: 'unsettle',
    transaction_status_code: 6,
    is_escrow: false,
    system_notes: 'Pembayaran berhasil',
    via: 'qris',
    channel: 'mpm',
    payment_no: '',
    buyer_name: 'Pelanggan',
    buyer_email: 'pelanggan@example.com',
    buyer_phone: '081234567890',
    merchant: va,
    url,
  }
  const headers = {
    accept: 'application/json',
    'x-external-id': `${code.id}${paidAt.getTime()}`,
    'x-timestamp': `${formatJakartaTime(paidAt)}+07:00`,
    'x-signature': signCallback(va, { ...values, additional_info: [] }),
  }
  return form === 'json'
    ? {
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...values, additional_info: [] }),
      }
    : {
        url,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ ...textsOf(values), is_escrow: '0' })),
      }
}

const textsOf = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

// As PHP does it: sorted by the bytes of the names, with escaped slashes.
function signCallback(va: string, values: Record<string, unknown>): string {
  const sorted = Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))
  return createHmac('sha256', va).update(JSON.stringify(sorted).replaceAll('/', '\\/')).digest('hex')
}

const prefix = 'ipaymu '
const vaOf = ({ mid }: CodeRow) => mid.slice(prefix.length)
const sessionOf = ({ id }: CodeRow) => createHash('sha256').update(`session ${id}`).digest('hex').slice(0, 32)
const spaced = (date: Date) => formatJakartaTime(date).replace('T', ' ')
const feeOf = (amount: number) => Math.round(amount * 0.007)

type Work = (needs: SimulatorNeeds, request: SimulatorRequest, va: string) => Promise<SimulatorAnswer>

function makeRoute(method: 'GET' | 'POST', path: string, operation: string, work: Work): SimulatorRoute {
  return {
    method,
    path: `/api/v2${path}`,
    operation,
    work: async (needs, request) => {
      if (request.fault === 'invalid_ip') return refuse(403, 'Invalid IP')
      if (request.fault === 'invalid_domain') return refuse(403, 'Invalid Domain')
      const va = request.fault === 'revoked' ? null : findSigner(method, request)
      return va === null ? refuse(401, 'unauthorized') : work(needs, request, va)
    },
  }
}

// The signature of a GET covers an empty object.
function findSigner(method: string, { headers, body }: SimulatorRequest): string | null {
  const { va, timestamp, signature } = headers as Record<string, string | undefined>
  if (!va || !/^\d{10,20}$/.test(va) || !/^\d{14}$/.test(timestamp ?? '')) return null
  const hash = createHash('sha256')
    .update(method === 'GET' ? '{}' : body)
    .digest('hex')
  const key = makeSecret(va)
  return signature === createHmac('sha256', key).update(`${method}:${va}:${hash}:${key}`).digest('hex') ? va : null
}

const done = (Data: unknown): SimulatorAnswer => ({
  status: 200,
  body: { Status: 200, Success: true, Message: 'Success', Data },
})
const refuse = (Status: number, Message: string, fields?: object): SimulatorAnswer => ({
  status: Status,
  body: { Status, Success: false, Message, ...(fields ? { Error: fields } : {}) },
})

function listChannels(hasQris: boolean) {
  const channel = (Code: string, FeatureStatus: string, fee: object) => ({
    Code,
    Name: Code.toUpperCase(),
    FeatureStatus,
    HealthStatus: 'online',
    TransactionFee: fee,
  })
  const flat = { ActualFee: 4000, ActualFeeType: 'FLAT', AdditionalFee: 0 }
  const percent = { ActualFee: 0.7, ActualFeeType: 'PERCENT', AdditionalFee: 0 }
  return [
    { Code: 'va', Name: 'Virtual Account', Channels: [channel('bca', 'active', flat)] },
    { Code: 'qris', Name: 'QRIS', Channels: [channel('mpm', hasQris ? 'active' : 'inactive', percent)] },
  ]
}

const Payment = z.object({
  name: z.string().min(1),
  phone: z.string().regex(/^0?8\d{7,13}$/),
  email: z.email(),
  amount: z.int().min(1_000).max(10_000_000),
  notifyUrl: z.url(),
  referenceId: z.string().min(1).max(64),
  paymentMethod: z.literal('qris'),
  paymentChannel: z.literal('mpm'),
  feeDirection: z.enum(['MERCHANT', 'BUYER']).default('BUYER'),
})

const lifeMs = 300_000

async function answerPayment(
  { sql, clock }: SimulatorNeeds,
  request: SimulatorRequest,
  va: string,
): Promise<SimulatorAnswer> {
  const parsed = Payment.safeParse(readBodyFields(request))
  if (!parsed.success) return refuse(400, 'Bad Request', groupErrors(parsed.error))
  if (request.fault === 'no_qris') return refuse(400, 'Payment channel not active')
  const { amount, feeDirection, referenceId, notifyUrl } = parsed.data
  const now = clock.now()
  const mid = prefix + va
  const fee = feeOf(amount)
  const code = await findOrCreateCode(sql, {
    mid,
    reference: await findStoredReference(sql, mid, referenceId),
    amount: feeDirection === 'BUYER' ? amount + fee : amount,
    now,
    endsAt: new Date(now.getTime() + lifeMs),
    notifyUrl,
  })
  const data = {
    SessionId: sessionOf(code),
    TransactionId: code.id,
    ReferenceId: referenceId,
    Via: 'QRIS',
    Channel: 'MPM',
    PaymentNo: code.qris,
    QrString: code.qris,
    PaymentName: 'iPaymu',
    SubTotal: amount,
    Fee: fee,
    Total: code.amount,
    FeeDirection: feeDirection,
    Expired: spaced(code.ends_at!),
    QrImage: 'https://images.invalid/qr.png',
  }
  return { ...done(data), headers: { date: now.toUTCString() } }
}

function groupErrors({ issues }: z.ZodError): Record<string, string[]> {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), [message]]))
}

const settlingMs = 86_400_000

// Paid money is "success, unsettled" until the next day.
function describeStatus({ paid_at, ends_at }: CodeRow, now: Date): [number, string] {
  if (paid_at) return now.getTime() - paid_at.getTime() < settlingMs ? [6, 'Berhasil (Unsettled)'] : [1, 'Berhasil']
  return ends_at !== null && ends_at < now ? [-2, 'Expired'] : [0, 'Pending']
}

async function tellStatus(
  { sql, clock }: SimulatorNeeds,
  request: SimulatorRequest,
  va: string,
): Promise<SimulatorAnswer> {
  const id = String(readBodyFields(request).transactionId ?? '')
  const [code] = await sql.query<CodeRow>('select * from sandbox.code where mid = $1 and id = $2', [
    prefix + va,
    /^\d{1,15}$/.test(id) ? id : null,
  ])
  if (!code) return refuse(404, 'Transaction not found')
  const [Status, StatusDesc] = describeStatus(code, clock.now())
  return done({
    TransactionId: code.id,
    SessionId: sessionOf(code),
    ReferenceId: request.fault === 'other_order' ? 'OTHER-1' : restoreReference(code),
    RelatedId: 0,
    Sender: 'System',
    Amount: request.fault === 'other_amount' ? code.amount + 1 : code.amount,
    Fee: feeOf(code.amount),
    Status,
    StatusDesc,
    PaidStatus: code.paid_at ? 'paid' : 'unpaid',
    CreatedDate: spaced(code.requested_at),
    SuccessDate: code.paid_at ? spaced(code.paid_at) : null,
    ExpiredDate: code.ends_at ? spaced(code.ends_at) : null,
  })
}

async function answerHistory(
  { sql, clock }: SimulatorNeeds,
  request: SimulatorRequest,
  va: string,
): Promise<SimulatorAnswer> {
  const { startdate, enddate, page = 1, limit = 20, status, date } = readBodyFields(request)
  if (Number(limit) > 20) return refuse(400, 'Bad Request', { limit: ['max 20'] })
  const day = date === 'indate' ? 'paid_at' : 'requested_at'
  const all = await sql.query<CodeRow>(
    `select * from sandbox.code
     where mid = $1 and ($2::date is null or (${day} + interval '7 hours')::date between $2 and $3)
     order by id desc`,
    [prefix + va, startdate ?? null, enddate ?? null],
  )
  const rows = all
    .map(code => ({ code, state: describeStatus(code, clock.now()) }))
    .filter(({ state }) => status === undefined || String(state[0]) === String(status))
  const from = (Number(page) - 1) * Number(limit)
  return done({
    Total: rows.length,
    Per_Page: Number(limit),
    Current_Page: Number(page),
    Total_Page: Math.max(1, Math.ceil(rows.length / Number(limit))),
    Results: rows.slice(from, from + Number(limit)).map(({ code, state }) => ({
      TransactionId: code.id,
      ReferenceId: restoreReference(code),
      Amount: code.amount,
      Fee: feeOf(code.amount),
      Status: state[0],
      StatusDesc: state[1],
      CreatedDate: spaced(code.requested_at),
      SuccessDate: code.paid_at ? spaced(code.paid_at) : null,
    })),
  })
}
