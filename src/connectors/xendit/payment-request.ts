import { z } from 'zod'
import { toStorable } from '../../lib/storable.ts'
import { type ChargeRef, type ChargeStatus, ConnectorError } from '../connector.ts'
import { discardImpossibleTime } from '../discard-impossible-time.ts'
import { parseAs } from '../request-json.ts'
import type { XenditAnswer, XenditCall } from './call.ts'

const Time = z.iso.datetime({ offset: true }).transform(text => new Date(text))
const Amount = z.int().positive()
const Name = z.string().trim().min(1).max(200).transform(toStorable)

const PaymentRequest = z.object({
  payment_request_id: z.string().min(1).max(64).transform(toStorable),
  reference_id: z.string(),
  business_id: z.string().min(1).max(64).transform(toStorable).nullish(),
  status: z.string(),
  request_amount: Amount,
  currency: z.string(),
  channel_properties: z.looseObject({ expires_at: Time.nullish() }).nullish().catch(null),
  actions: z
    .array(z.looseObject({ descriptor: z.string().nullish(), value: z.string().max(1024).nullish() }))
    .nullish(),
  captures: z
    .array(z.looseObject({ capture_amount: Amount.nullish(), capture_timestamp: Time.nullish().catch(null) }))
    .nullish(),
  payment_details: z
    .looseObject({ payer_name: Name.nullish().catch(null), issuer_name: Name.nullish().catch(null) })
    .nullish()
    .catch(null),
})

export type PaymentRequest = z.output<typeof PaymentRequest>

/** Returns the payment request of an answer. Throws `unexpected` for another reference, business or currency. */
export function readPaymentRequest(
  { credentials }: Pick<XenditCall, 'credentials'>,
  { body }: XenditAnswer,
  reference: string,
): PaymentRequest {
  const request = parseAs(PaymentRequest, body, 'the payment request')
  const { reference_id, business_id, currency } = request
  if (reference_id !== reference) throw new ConnectorError('unexpected', 'the answer is about another payment')
  if (business_id && credentials.business_id !== undefined && business_id !== credentials.business_id) {
    throw new ConnectorError('unexpected', `the key belongs to another business, ${business_id}`)
  }
  if (currency !== 'IDR') throw new ConnectorError('unexpected', 'the amount is not in rupiah')
  return request
}

/** The state of a code. `open` is separate, because an open code whose time has passed is cancelled. */
export type ChargeVerdict = ChargeStatus | 'open'

const unpaid = new Set(['FAILED', 'CANCELED', 'EXPIRED'])

/** Returns the verdict on a payment request that Xendit returned. Throws `unexpected` for any doubt. */
export function judgePaymentRequest(charge: ChargeRef, request: PaymentRequest): ChargeVerdict {
  if (request.payment_request_id !== charge.providerInvoiceId) {
    throw new ConnectorError('unexpected', 'the answer is about another payment request')
  }
  if (request.status === 'REQUIRES_ACTION') return 'open'
  if (unpaid.has(request.status)) return { paid: false }
  if (request.status !== 'SUCCEEDED')
    throw new ConnectorError('unexpected', `the status ${request.status} is not known`)
  const [capture, ...others] = request.captures ?? []
  if (others.length > 0) throw new ConnectorError('unexpected', 'the code was paid more than once')
  return {
    paid: true,
    transfer: {
      reference: request.payment_request_id,
      amount: capture?.capture_amount ?? request.request_amount,
      occurredAt: discardImpossibleTime(capture?.capture_timestamp ?? null, charge.requestDate, charge.askedAt),
      payerName: request.payment_details?.payer_name ?? null,
      payerApp: request.payment_details?.issuer_name ?? null,
    },
  }
}
