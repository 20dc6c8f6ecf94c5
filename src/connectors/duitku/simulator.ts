import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../../lib/sql.ts'
import { parseJakartaTime } from '../jakarta.ts'
import { type CodeRow, findOrCreateCode } from '../simulator/code.ts'
import { readBodyFields } from '../simulator/read-body-fields.ts'
import { makeSecret } from '../simulator/secrets.ts'
import { type OutgoingPush, pushFaults, sendWithFault } from '../simulator/send-push.ts'
import type { Simulator, SimulatorNeeds } from '../simulator/simulator.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'

/**
 * Projects that differ from the usual one: `old` still uses the signatures from before April 2026, `noqris` has no QRIS
 * channel.
 */
const Project = z.enum(['usual', 'old', 'noqris']).default('usual')

const path = '/webapi/api/merchant'

/** Duitku v2 as simulated in test mode. */
export const duitkuSimulator: Simulator = {
  routes: [
    { method: 'POST', path: `${path}/paymentmethod/getpaymentmethod`, operation: 'methods', work: listMethods },
    { method: 'POST', path: `${path}/v2/inquiry`, operation: 'charge', work: answerInquiry },
    { method: 'POST', path: `${path}/transactionStatus`, operation: 'status', work: tellStatus },
  ],
  contracts: {
    options: z.object({ project: Project }),
    credentials: async (_needs, { address, merchantId, options }) =>
      makeDuitkuContract(address, merchantId, Project.parse(options.project)),
  },
  faults: {
    methods: ['revoked', 'clock'],
    charge: ['revoked'],
    status: ['revoked', 'blocked', 'other_order', 'other_amount'],
    push: pushFaults,
    any: ['revoked'],
  },
  push: async (_needs, code, fault) =>
    code.notify_url === null
      ? { status: 404, body: '' }
      : sendWithFault(
          makeDuitkuCallback(code, code.notify_url),
          { tries: 6, isTaken: status => status === 200 },
          fault,
        ),
}

/** Returns the credentials of a merchant of the sandbox's Duitku; its merchant code determines the kind of project. */
export function makeDuitkuContract(base_url: string, merchantId: string, project: z.output<typeof Project> = 'usual') {
  const merchant_code = project === 'usual' ? merchantId : `${merchantId}-${project}`
  return { merchant_code, api_key: makeSecret(merchant_code), base_url }
}

/** Returns the callback of a paid code. */
export function makeDuitkuCallback({ mid, client_reference, amount, id, payer_name, payer_app }: CodeRow, url: string) {
  const merchantCode = mid.slice(prefix.length)
  const fields = {
    merchantCode,
    amount: String(amount),
    merchantOrderId: client_reference,
    productDetail: 'Pembayaran',
    additionalParam: '',
    paymentCode: qrisMethods[0]!.paymentMethod,
    resultCode: '00',
    merchantUserId: '',
    reference: referenceOf(merchantCode, id),
    signature: signByAge(merchantCode, `${merchantCode}${amount}${client_reference}`, 'md5'),
    publisherOrderId: `RRN${id}`,
    spUserHash: '',
    settlementDate: '2026-11-27',
    issuerCode: payer_app ?? '',
    customerName: payer_name ?? '',
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { url, headers, body: String(new URLSearchParams(fields)) } satisfies OutgoingPush
}

const prefix = 'duitku '
const qrisMethods = [
  { paymentMethod: 'SP', paymentName: 'ShopeePay QRIS', paymentImage: 'https://images.invalid/SP.PNG', totalFee: '70' },
  { paymentMethod: 'NQ', paymentName: 'NOBU QRIS', paymentImage: 'https://images.invalid/NQ.PNG', totalFee: '70' },
]
const otherMethods = [
  { paymentMethod: 'BC', paymentName: 'BCA VA', paymentImage: 'https://images.invalid/BC.PNG', totalFee: '0' },
]

const methodsOf = (merchantCode: string) => (merchantCode.endsWith('-noqris') ? [] : qrisMethods)

// Until April 2026 the key was appended to the text, inside a plain hash.
function signByAge(merchantCode: string, text: string, oldHash: 'md5' | 'sha256'): string {
  const key = makeSecret(merchantCode)
  return merchantCode.endsWith('-old')
    ? createHash(oldHash)
        .update(text + key)
        .digest('hex')
    : createHmac('sha256', key).update(text).digest('hex')
}

const referenceOf = (merchantCode: string, id: number) => `${merchantCode}${String(id).padStart(12, '0')}`

const refuse = (status: number, Message: string): SimulatorAnswer => ({ status, body: { Message } })

function refuseCaller(
  { fault }: SimulatorRequest,
  merchantCode: unknown,
  signature: unknown,
  signed: string,
): SimulatorAnswer | null {
  if (fault === 'revoked') return refuse(401, 'Wrong signature')
  if (typeof merchantCode !== 'string' || !/^[A-Za-z0-9-]{1,50}$/.test(merchantCode)) {
    return refuse(404, 'Merchant not found')
  }
  return signature === signed ? null : refuse(401, 'Wrong signature')
}

const skewMaxMs = 300_000

async function listMethods({ realNow }: SimulatorNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { amount, datetime, signature, ...fields } = readBodyFields(request)
  // The documentation spells it with a small c, the official duitku-php with a capital one.
  const merchantcode = fields.merchantcode ?? fields.merchantCode
  const signed = signByAge(String(merchantcode), `${merchantcode}${amount}${datetime}`, 'sha256')
  const refusal = refuseCaller(request, merchantcode, signature, signed)
  if (refusal) return refusal
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(datetime))) return refuse(400, 'Invalid datetime')
  const now = realNow().getTime() + (request.fault === 'clock' ? 2 * skewMaxMs : 0)
  const isLate = Math.abs(parseJakartaTime(String(datetime)).getTime() - now) > skewMaxMs
  if (isLate) return { ...refuse(400, 'Request expired'), headers: { date: new Date(now).toUTCString() } }
  const paymentFee = [...otherMethods, ...methodsOf(String(merchantcode))]
  return { status: 200, body: { paymentFee, responseCode: '00', responseMessage: 'SUCCESS' } }
}

const Inquiry = z.object({
  merchantCode: z.string(),
  paymentAmount: z.int(),
  paymentMethod: z.string().length(2),
  merchantOrderId: z.string().min(1).max(50),
  productDetails: z.string().min(1).max(255),
  email: z.email().max(255),
  customerVaName: z.string().min(1).max(20),
  callbackUrl: z.url().max(255),
  returnUrl: z.url().max(255),
  expiryPeriod: z.int().min(1),
  signature: z.string(),
  itemDetails: z.array(z.object({ name: z.string(), price: z.int(), quantity: z.int() })).optional(),
})

const amountMin = 10_000
const amountMax = 10_000_000

async function answerInquiry({ sql, clock }: SimulatorNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fields = readBodyFields(request)
  const { merchantCode: code, merchantOrderId: order, paymentAmount, signature } = fields
  const refusal = refuseCaller(
    request,
    code,
    signature,
    signByAge(String(code), `${code}${order}${paymentAmount}`, 'md5'),
  )
  if (refusal) return refusal
  const parsed = Inquiry.safeParse(fields)
  if (!parsed.success) return refuse(400, `Invalid ${parsed.error.issues[0]?.path.join('.')}`)
  const inquiry = parsed.data
  const problem = findInquiryProblem(inquiry)
  if (problem) return refuse(400, problem)
  const mid = prefix + inquiry.merchantCode
  if (await findCode(sql, mid, inquiry.merchantOrderId)) return refuse(409, 'Transaction is already in process')
  const now = clock.now()
  const made = await findOrCreateCode(sql, {
    mid,
    reference: inquiry.merchantOrderId,
    amount: inquiry.paymentAmount,
    now,
    endsAt: new Date(now.getTime() + inquiry.expiryPeriod * 60_000),
    notifyUrl: inquiry.callbackUrl,
  })
  const reference = referenceOf(inquiry.merchantCode, made.id)
  return {
    status: 200,
    body: {
      merchantCode: inquiry.merchantCode,
      reference,
      paymentUrl: `https://sandbox.duitku.com/topup/v2/TopUpQRIS.aspx?reference=${reference}`,
      qrString: made.qris,
      amount: String(made.amount),
      statusCode: '00',
      statusMessage: 'SUCCESS',
    },
  }
}

function findInquiryProblem({ merchantCode, paymentMethod, paymentAmount, itemDetails }: z.output<typeof Inquiry>) {
  const isActive = methodsOf(merchantCode).some(method => method.paymentMethod === paymentMethod)
  if (!isActive) return 'Payment channel not available'
  if (paymentAmount < amountMin) return `Minimum Payment ${amountMin} IDR`
  if (paymentAmount > amountMax) return `Maximum Payment ${amountMax} IDR`
  const sum = itemDetails?.reduce((total, { price, quantity }) => total + price * quantity, 0)
  return sum !== undefined && sum !== paymentAmount ? 'Amount does not match the item details' : null
}

const questionsMax = 3
const minuteMs = 60_000
const blockMs = 3_600_000

/** Returns whether a code was checked more than three times in a minute, which blocks all checks for an hour. */
async function isBlocked({ sql, clock }: SimulatorNeeds, code: CodeRow): Promise<boolean> {
  const now = clock.now().getTime()
  const { asked = [], blockedUntil = 0 } = code.details as { asked?: number[]; blockedUntil?: number }
  if (now < blockedUntil) return true
  const lately = [...asked.filter(time => time > now - minuteMs), now]
  const isTooMuch = lately.length > questionsMax
  const details = { ...code.details, asked: lately, blockedUntil: isTooMuch ? now + blockMs : 0 }
  await sql.write('update sandbox.code set details = $2 where id = $1', [code.id, JSON.stringify(details)])
  return isTooMuch
}

async function tellStatus(needs: SimulatorNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { merchantCode, merchantOrderId, signature } = readBodyFields(request)
  const signed = signByAge(String(merchantCode), `${merchantCode}${merchantOrderId}`, 'md5')
  const refusal = refuseCaller(request, merchantCode, signature, signed)
  if (refusal) return refusal
  const code = await findCode(needs.sql, `${prefix}${merchantCode}`, String(merchantOrderId))
  if (!code) return refuse(404, 'Transaction not found')
  if (request.fault === 'blocked' || (await isBlocked(needs, code))) return refuse(400, 'Too many requests')
  const isOver = code.cancelled_at !== null || (code.ends_at !== null && code.ends_at < needs.clock.now())
  const [statusCode, statusMessage] = code.paid_at ? ['00', 'SUCCESS'] : isOver ? ['02', 'CANCELED'] : ['01', 'PROCESS']
  return {
    status: 200,
    body: {
      merchantOrderId: request.fault === 'other_order' ? 'OTHER-1' : code.client_reference,
      reference: referenceOf(String(merchantCode), code.id),
      amount: String(request.fault === 'other_amount' ? code.amount + 1 : code.amount),
      fee: '0.00',
      statusCode,
      statusMessage,
    },
  }
}

async function findCode(sql: Sql, mid: string, reference: string): Promise<CodeRow | undefined> {
  const codes = 'select * from sandbox.code where mid = $1 and client_reference = $2'
  return (await sql.query<CodeRow>(codes, [mid, reference]))[0]
}
