import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod'
import { toStorable } from '../../lib/storable.ts'
import { checkMadeCode } from '../check-made-code.ts'
import { type ChargeRef, type ChargeStatus, type Connector, ConnectorError, type ProviderCode } from '../connector.ts'
import { discardImpossibleTime } from '../discard-impossible-time.ts'
import { listFormFields } from '../form.ts'
import type { HistoryPage } from '../history.ts'
import { parseAs } from '../request-json.ts'
import { Money, readRupiah, readTime, restoreDashes } from './answers.ts'
import {
  callService,
  formatTimestamp,
  makeFailure,
  requestToken,
  type ServiceAnswer,
  scrubSnap,
} from './call-service.ts'
import { Credentials, findProfile, type SnapCredentials } from './credentials.ts'
import { listSignedTexts, receivePush, refusePush } from './notify.ts'
import type { Profile } from './profile.ts'
import { snapSimulator } from './simulator.ts'
import { snapTexts } from './texts.ts'

/**
 * BI SNAP (Bank Indonesia's national open-API standard): codes are created per payment, checked one by one, and pushed
 * when paid.
 */
export const snap: Connector<SnapCredentials> = {
  id: 'snap',
  texts: snapTexts,
  traits: { makesCodes: true, brings: [], needsForwarder: false, hookPath: '/v1.0/qr/qr-mpm-notify' },
  matches: 'reference',
  window: {
    chargeLifeS: 86_400,
    graceS: 300,
    lateS: 600,
    lagS: 60,
    skewS: 60,
    resolutionS: 1,
    // Payments are pushed; polling finds those whose push was lost.
    intervalS: 20,
    requestsPerS: 10,
  },
  credentials: Credentials,
  form: listFormFields(Credentials),
  // A receiving account begins with its profile.
  known: ({ receivingAccount, merchantId }) => ({ merchant_id: merchantId, profile: receivingAccount.split(' ')[0]! }),
  receivingAccount: ({ profile, merchant_id, sub_merchant_id }) =>
    [profile, merchant_id, ...(sub_merchant_id === undefined ? [] : [sub_merchant_id])].join(' '),
  merchantIdOf: ({ merchant_id }) => merchant_id,
  windowOf: credentials => ({ chargeLifeS: findProfile(credentials).lifeS }),

  async charge(call, request) {
    const { credentials } = call
    const profile = findProfile(credentials)
    const reference = partnerReference(profile, request.reference)
    const endsAt = new Date(Math.min(request.expiresAt.getTime(), request.requestedAt.getTime() + profile.lifeS * 1000))
    const externalId = makeExternalId(profile, reference)
    const values = {
      reference,
      externalId,
      amount: moneyOf(request.amount),
      validity: describeValidity(profile, request.requestedAt, endsAt),
      requestedAt: formatTimestamp({ timestamp: 'jakarta' }, request.requestedAt),
      description: `Payment ${reference}`,
    }
    const answer = await callService(call, profile.generate, values, externalId)
    if (answer.status !== 200 || answer.case !== '00') throw makeFailure(credentials, answer)
    const code = readCode(profile, reference, answer)
    checkMadeCode(code.qris, request.amount)
    return {
      qris: code.qris,
      providerInvoiceId: code.providerInvoiceId,
      providerNmid: credentials.nmid ?? null,
      // The standard's answer contains no time.
      requestDate: request.requestedAt,
      ...(profile.validity === 'none' ? {} : { endsAt }),
    }
  },

  async status(call, charge) {
    const profile = findProfile(call.credentials)
    const answer = await callService(call, profile.query, listValues(profile, charge), newExternalId())
    if (answer.status === 404 && answer.case === '01') return unknownCode(charge)
    if (answer.status !== 200 || answer.case !== '00') throw makeFailure(call.credentials, answer)
    return readStatus(profile, charge, answer)
  },

  async cancel(call, charge, reason) {
    const profile = findProfile(call.credentials)
    if (!profile.cancel) throw new ConnectorError('refused', 'this provider takes no code back')
    const values = { ...listValues(profile, charge), reason: reason.slice(0, 100) }
    const answer = await callService(call, profile.cancel, values, newExternalId())
    if (answer.status !== 200 || answer.case !== '00') throw makeFailure(call.credentials, answer)
  },

  hasHistory: credentials => findProfile(credentials).history !== null,

  async history(call, { from, to, cursor }) {
    const profile = findProfile(call.credentials)
    if (!profile.history) throw new ConnectorError('refused', 'this provider lists no transactions')
    const page = cursor === null ? 0 : Number(cursor)
    const values = {
      from: formatTimestamp(profile, from),
      to: formatTimestamp(profile, to),
      pageSize: historyPageRows,
      pageNumber: page,
    }
    const answer = await callService(call, profile.history, values, newExternalId())
    // The standard has no empty list: an empty result is "Transaction Not Found".
    if (answer.status === 404) return { rows: [], cursor: null }
    if (answer.status !== 200 || answer.case !== '00') throw makeFailure(call.credentials, answer)
    return readHistory(answer, page)
  },

  receive: receivePush,
  refusePush,
  signedTexts: listSignedTexts,

  // The standard has no service that describes an account. A provider that reports an impossible code as not found has
  // accepted the signature and the request; any other answer proves nothing.
  async check(call) {
    const profile = findProfile(call.credentials)
    if (profile.signature !== 'rsa') await requestToken(call)
    const now = new Date()
    const nobody = { reference: 'WARUNG-CHECK', providerInvoiceId: 'WARUNG', amount: 1000, requestDate: now }
    const values = listValues(profile, { ...nobody, askedAt: now, payableUntil: now })
    const answer = await callService(call, profile.query, values, newExternalId())
    const hasLooked = (answer.status === 404 && answer.case === '01') || answer.status === 200
    if (!hasLooked) throw makeFailure(call.credentials, answer)
    return { number: call.credentials.merchant_id, holder: null, outletName: null, outletId: null, qris: null }
  },

  forMerchant: (credentials, merchantId) => ({
    ...credentials,
    merchant_id: merchantId,
    sub_merchant_id: undefined,
    nmid: undefined,
  }),

  scrub: scrubSnap,
  simulator: snapSimulator,
}

const historyPageRows = 50

const moneyOf = (amount: number) => ({ value: `${amount}.00`, currency: 'IDR' })

// "INV-0123456789ABCDEFGHJK-1" has 26 characters; without dashes it fits a limit of 25.
function partnerReference(profile: Profile, reference: string): string {
  const isKept = profile.referenceForm === 'dashed' && reference.length <= profile.referenceMax
  return isKept ? reference : reference.replaceAll('-', '')
}

// A repeated request for the same code must carry the same id, which makes the request idempotent.
function makeExternalId(profile: Profile, reference: string): string {
  if (profile.externalId === 'reference') return reference
  if (profile.externalId === 'alphanumeric') return reference.replaceAll('-', '')
  const digits = BigInt(`0x${createHash('sha256').update(reference).digest('hex')}`).toString()
  return digits.slice(0, 32)
}

function newExternalId(): string {
  return `${Date.now()}${String(randomInt(1e12)).padStart(12, '0')}`
}

function describeValidity(profile: Profile, from: Date, to: Date): string | undefined {
  if (profile.validity === 'none') return undefined
  if (profile.validity === 'iso') return formatTimestamp({ timestamp: 'jakarta' }, to)
  return String(Math.max(1, Math.round((to.getTime() - from.getTime()) / 1000)))
}

function listValues(profile: Profile, charge: ChargeRef) {
  const reference = partnerReference(profile, charge.reference)
  return {
    reference,
    providerReference: charge.providerInvoiceId === reference ? undefined : charge.providerInvoiceId,
    externalId: makeExternalId(profile, reference),
    amount: moneyOf(charge.amount),
  }
}

const Generated = z.object({ partnerReferenceNo: z.string().nullish() })
const ProviderReference = z
  .union([z.string().max(64), z.int()])
  .transform(String)
  .nullish()

function readCode(
  { generate: { qrAt, referenceAt } }: Profile,
  reference: string,
  answer: ServiceAnswer,
): Pick<ProviderCode, 'qris' | 'providerInvoiceId'> {
  const generated = Generated.safeParse(answer.body)
  const own = ProviderReference.safeParse(valueAt(answer.body, referenceAt))
  const qris = valueAt(answer.body, qrAt)
  if (!generated.success || !own.success || typeof qris !== 'string' || qris === '') {
    throw new ConnectorError('unexpected', `the answer holds no code text at "${qrAt}"`)
  }
  const { partnerReferenceNo } = generated.data
  if (partnerReferenceNo && partnerReferenceNo !== reference) {
    throw new ConnectorError('unexpected', 'the answer is about another payment')
  }
  return { qris, providerInvoiceId: own.data ? toStorable(own.data) : reference }
}

const valueAt = (body: object, path: string) => path.split('.').reduce<unknown>(inside, body)
const inside = (value: unknown, field: string) => (value as Record<string, unknown> | null | undefined)?.[field]

const Status = z.object({
  latestTransactionStatus: z.string().regex(/^\d{2}$/),
  originalReferenceNo: z.string().nullish(),
  originalPartnerReferenceNo: z.string().nullish(),
  amount: Money.nullish(),
  paidTime: z.string().nullish(),
  additionalInfo: z.looseObject({}).nullish().catch(null),
})

// As named on the providers' pages, the most specific first.
const payerNames = ['payerName', 'customerName', 'buyerName', 'buyerReff', 'buyyerReff', 'payer', 'senderName']
const payerApps = ['brandName', 'issuerName', 'issuer']

const Name = z.string().trim().min(1).max(200).transform(toStorable)

function nameIn(info: Record<string, unknown>, fields: string[]): string | null {
  const names = fields.map(field => Name.safeParse(info[field]).data)
  return names.find(name => name !== undefined) ?? null
}

/**
 * The `latestTransactionStatus` of a code that is unpaid, or whose money was returned. Any value other than these and
 * `00` is doubtful.
 */
const unpaid = new Set(['01', '02', '03', '04', '05', '06', '08', '09'])

function readStatus(profile: Profile, charge: ChargeRef, answer: ServiceAnswer): ChargeStatus {
  const status = parseAs(Status, answer.body, 'the status')
  const reference = partnerReference(profile, charge.reference)
  const isOther =
    (status.originalPartnerReferenceNo && status.originalPartnerReferenceNo !== reference) ||
    (status.originalReferenceNo && status.originalReferenceNo !== charge.providerInvoiceId)
  if (isOther) throw new ConnectorError('unexpected', 'the answer is about another payment')
  if (profile.unpaidStatuses.includes(status.latestTransactionStatus)) return { paid: false }
  if (status.latestTransactionStatus === '07') return unknownCode(charge)
  if (unpaid.has(status.latestTransactionStatus)) return { paid: false }
  if (status.latestTransactionStatus !== '00') {
    throw new ConnectorError('unexpected', `the status ${status.latestTransactionStatus} is not known`)
  }
  const info = status.additionalInfo ?? {}
  return {
    paid: true,
    transfer: {
      reference: charge.providerInvoiceId,
      amount: status.amount ? readRupiah(status.amount) : charge.amount,
      occurredAt: discardImpossibleTime(readTime(status.paidTime), charge.requestDate, charge.askedAt),
      payerName: nameIn(info, payerNames),
      payerApp: nameIn(info, payerApps),
    },
  }
}

// A provider may not find its own code for a moment, and forgets it after it has ended: only then does "not found" mean
// unpaid.
function unknownCode(charge: ChargeRef): ChargeStatus {
  if (charge.askedAt > charge.payableUntil) return { paid: false }
  throw new ConnectorError('unexpected', 'the provider does not know a code that it made')
}

const Row = z.object({
  dateTime: z.string(),
  amount: Money,
  status: z.string(),
  type: z.string().nullish(),
  additionalInfo: z
    .looseObject({ referenceNo: z.string().nullish(), partnerReferenceNo: z.string().nullish() })
    .nullish(),
})

const History = z.object({ detailData: z.array(z.unknown()).nullish() })

function readHistory(answer: ServiceAnswer, page: number): HistoryPage {
  const listed = History.safeParse(answer.body)
  if (!listed.success) throw new ConnectorError('unexpected', 'the list of transactions is not as agreed')
  const rows = listed.data.detailData ?? []
  return {
    rows: rows.flatMap(readRow),
    cursor: rows.length < historyPageRows ? null : String(page + 1),
  }
}

function readRow(value: unknown): HistoryPage['rows'] {
  const parsed = Row.safeParse(value)
  if (!parsed.success) throw new ConnectorError('unexpected', 'a transaction in the list is not as agreed')
  const { amount, dateTime, status, type, additionalInfo } = parsed.data
  const occurredAt = readTime(dateTime)
  if (occurredAt === null) throw new ConnectorError('unexpected', 'a transaction in the list has no time')
  // The list also contains refunds, top-ups and other currencies.
  if (amount.currency !== 'IDR' || (type && !/^(PAYMENT|RECEIVE_MONEY)$/i.test(type))) return []
  return [
    {
      chargeReference: additionalInfo?.partnerReferenceNo ? restoreDashes(additionalInfo.partnerReferenceNo) : null,
      providerInvoiceId: additionalInfo?.referenceNo ?? null,
      amount: readRupiah(amount),
      occurredAt,
      isPaid: /^SUCCESS$/i.test(status),
    },
  ]
}
