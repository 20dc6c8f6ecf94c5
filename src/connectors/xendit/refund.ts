import { z } from 'zod'
import { toStorable } from '../../lib/storable.ts'
import { type ChargeRef, ConnectorError } from '../connector.ts'
import type { RefundRequest, SentRefund } from '../refund.ts'
import { parseAs } from '../request-json.ts'
import { callXendit, makeFailure, type XenditAnswer, type XenditCall } from './call.ts'
import { isQrCode } from './qr-code.ts'

const Refund = z.object({
  id: z.string().min(1).max(64).transform(toStorable),
  reference_id: z.string(),
  amount: z.number(),
  status: z.enum(['SUCCEEDED', 'FAILED', 'PENDING', 'CANCELLED']),
  failure_code: z.string().max(100).transform(toStorable).nullish().catch(null),
})

const permission = 'Money-in products: Write'

/**
 * Requests a refund of a payment request. Repeating its idempotency key returns the first answer (official SDK,
 * `RefundApi`: https://github.com/xendit/xendit-node/blob/master/docs/Refund.md).
 */
export async function refundPaymentRequest(
  call: XenditCall,
  charge: ChargeRef,
  { key, amount }: RefundRequest,
): Promise<SentRefund> {
  if (isQrCode(charge)) throw new ConnectorError('refused', 'a QR code of 2022-07-31 cannot be refunded')
  const answer = await callXendit(call, {
    path: '/refunds',
    headers: { 'idempotency-key': key },
    // `reason` accepts only five words defined by Xendit; the merchant's own text is not sent.
    body: {
      payment_request_id: charge.providerInvoiceId,
      reference_id: key,
      amount,
      currency: 'IDR',
      reason: 'REQUESTED_BY_CUSTOMER',
    },
  })
  return readRefund(call, answer, key)
}

/** Returns the state of a refund. */
export async function fetchRefund(
  call: XenditCall,
  _charge: ChargeRef,
  { key, reference }: { key: string; reference: string },
): Promise<SentRefund> {
  return readRefund(call, await callXendit(call, { path: `/refunds/${encodeURIComponent(reference)}` }), key)
}

const neverReturned = new Set([400, 402, 404])

function readRefund(call: XenditCall, answer: XenditAnswer, key: string): SentRefund {
  if (answer.error) {
    const failure = makeFailure(call.credentials, answer, permission)
    throw neverReturned.has(answer.status) ? new ConnectorError('refused', failure.message) : failure
  }
  const { id, reference_id, status, failure_code } = parseAs(Refund, answer.body, 'the refund')
  if (reference_id !== key) throw new ConnectorError('unexpected', 'the answer is about another refund')
  const state = status === 'SUCCEEDED' ? 'succeeded' : status === 'PENDING' ? 'pending' : 'failed'
  return { state, reference: id, ...(state === 'failed' ? { failure: failure_code ?? status } : {}) }
}
