import { z } from 'zod'
import { toStorable } from '../../lib/storable.ts'
import { checkMadeCode } from '../check-made-code.ts'
import {
  type ChargeRef,
  type ChargeRequest,
  type ChargeStatus,
  ConnectorError,
  type ProviderCode,
} from '../connector.ts'
import { discardImpossibleTime } from '../discard-impossible-time.ts'
import { parseAs } from '../request-json.ts'
import { callXendit, makeFailure, type XenditAnswer, type XenditCall } from './call.ts'

/*
 * QR codes of version 2022-07-31, for older accounts for which QRIS payment requests are not activated. Such a code is
 * recognised by its id.
 */
const version = { 'api-version': '2022-07-31' }

export const isQrCode = ({ providerInvoiceId }: Pick<ChargeRef, 'providerInvoiceId'>) =>
  providerInvoiceId.startsWith('qr_')

const Time = z.iso.datetime({ offset: true }).transform(text => new Date(text))
const Name = z.string().trim().min(1).max(200).transform(toStorable)

const QrCode = z.object({
  id: z
    .string()
    .regex(/^qr_[\w-]{1,60}$/)
    .transform(toStorable),
  reference_id: z.string(),
  business_id: z.string().min(1).max(64).transform(toStorable).nullish(),
  type: z.literal('DYNAMIC'),
  currency: z.literal('IDR'),
  amount: z.int().positive(),
  qr_string: z.string().min(1).max(1024),
  expires_at: Time.nullish(),
})

const lifeS = 48 * 3600

/** Creates a code of the older version. Its notifications are sent to the address of the connection. */
export async function createQrCode(
  call: XenditCall,
  { reference, amount, requestedAt, expiresAt }: ChargeRequest,
): Promise<{ code: ProviderCode; businessId: string | null }> {
  const answer = await callXendit(call, {
    path: '/qr_codes',
    headers: { ...version, ...(call.hook === undefined ? {} : { 'webhook-url': call.hook }) },
    body: {
      reference_id: reference,
      type: 'DYNAMIC',
      currency: 'IDR',
      amount,
      expires_at: expiresAt.toISOString(),
    },
  })
  if (answer.error) throw makeFailure(call.credentials, answer, 'Money-in products: Write')
  const made = parseAs(QrCode, answer.body, 'the QR code')
  checkOwner(call, made.business_id)
  if (made.reference_id !== reference || made.amount !== amount) {
    throw new ConnectorError('unexpected', `the code is of ${made.reference_id} and ${made.amount}`)
  }
  checkMadeCode(made.qr_string, amount)
  const code = {
    qris: made.qr_string,
    providerInvoiceId: made.id,
    providerNmid: null,
    requestDate: requestedAt,
    endsAt: made.expires_at ?? new Date(requestedAt.getTime() + lifeS * 1000),
  }
  return { code, businessId: made.business_id ?? null }
}

const Payment = z.object({
  qr_id: z.string(),
  reference_id: z.string().nullish(),
  business_id: z.string().nullish(),
  currency: z.literal('IDR'),
  amount: z.int().positive(),
  status: z.string(),
  created: Time.nullish().catch(null),
  payment_detail: z
    .looseObject({ source: Name.nullish().catch(null), name: Name.nullish().catch(null) })
    .nullish()
    .catch(null),
})
const Payments = z.union([z.array(Payment), z.object({ data: z.array(Payment) }).transform(({ data }) => data)])

/** Returns whether a code of the older version was paid. Throws `unexpected` for any doubt. */
export async function fetchQrCodeStatus(call: XenditCall, charge: ChargeRef): Promise<ChargeStatus> {
  const path = `/qr_codes/${encodeURIComponent(charge.providerInvoiceId)}/payments`
  const answer = await callXendit(call, { path, headers: version })
  if (answer.status === 404) return unknownCode(charge)
  if (answer.error) throw makeFailure(call.credentials, answer, 'Money-in products: Read')
  const arrived = paymentsIn(answer).filter(({ status }) => status === 'SUCCEEDED' || status === 'COMPLETED')
  const [payment, ...others] = arrived
  if (!payment) return { paid: false }
  if (others.length > 0) throw new ConnectorError('unexpected', 'the code was paid more than once')
  checkOwner(call, payment.business_id)
  const isOther =
    payment.qr_id !== charge.providerInvoiceId || (payment.reference_id && payment.reference_id !== charge.reference)
  if (isOther) throw new ConnectorError('unexpected', 'the answer is about another payment')
  return {
    paid: true,
    transfer: {
      reference: charge.providerInvoiceId,
      amount: payment.amount,
      occurredAt: discardImpossibleTime(payment.created ?? null, charge.requestDate, charge.askedAt),
      payerName: payment.payment_detail?.name ?? null,
      payerApp: payment.payment_detail?.source ?? null,
    },
  }
}

function paymentsIn({ body }: XenditAnswer): z.output<typeof Payments> {
  return parseAs(Payments, body, 'the list of payments')
}

function unknownCode({ askedAt, payableUntil }: ChargeRef): ChargeStatus {
  if (askedAt > payableUntil) return { paid: false }
  throw new ConnectorError('unexpected', 'Xendit does not know a code that it made')
}

function checkOwner({ credentials }: XenditCall, businessId: string | null | undefined): void {
  if (businessId && credentials.business_id !== undefined && businessId !== credentials.business_id) {
    throw new ConnectorError('unexpected', `the key belongs to another business, ${businessId}`)
  }
}
