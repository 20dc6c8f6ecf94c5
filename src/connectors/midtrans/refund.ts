import { z } from 'zod'
import { toStorable } from '../../lib/storable.ts'
import { type ChargeRef, ConnectorError } from '../connector.ts'
import type { RefundRequest, SentRefund } from '../refund.ts'
import { callMidtrans, type MidtransAnswer, type MidtransCall, makeFailure } from './call.ts'

const Id = z
  .union([z.string().min(1).max(64), z.int()])
  .transform(id => toStorable(String(id)))
  .nullish()
  .catch(null)

const Refunded = z.object({ refund_chargeback_id: Id, transaction_status: z.string() })
const Refunds = z.object({
  refunds: z.array(z.object({ refund_key: z.string().nullish(), refund_chargeback_id: Id })).nullish(),
})

const returned = new Set(['refund', 'partial_refund'])
// A conflict, or a state in which no refund is possible: the transaction shows what an earlier request did.
const inTheWay = new Set([406, 412])

/**
 * Refunds money of a settled transaction. The transaction lists refunds by their `refund_key`, so a repeated request
 * finds the result of an earlier one (https://docs.midtrans.com/reference/direct-refund-transaction).
 */
export async function refundTransaction(
  call: MidtransCall,
  charge: ChargeRef,
  { key, amount, reason }: RefundRequest,
): Promise<SentRefund> {
  const earlier = await findRefund(call, charge, key)
  if (earlier) return earlier
  const path = `/v2/${encodeURIComponent(charge.providerInvoiceId)}/refund/online/direct`
  const answer = await callMidtrans(call, { path, body: { refund_key: key, amount, reason } })
  if (answer.code === 200) return { state: 'succeeded', reference: readRefundReference(answer, key) }
  const later = inTheWay.has(answer.code) ? await findRefund(call, charge, key) : null
  if (later) return later
  if (answer.code === 202) throw new ConnectorError('refused', makeFailure(call.credentials, answer).message)
  throw makeFailure(call.credentials, answer)
}

function readRefundReference({ body }: MidtransAnswer, key: string): string {
  const { data } = Refunded.safeParse(body)
  if (!data || !returned.has(data.transaction_status)) {
    throw new ConnectorError('unexpected', 'the answer does not say that money was returned')
  }
  return data.refund_chargeback_id ?? key
}

// Codes of a transaction in any state; one that is not settled refuses the refund itself.
const shown = new Set([200, 201, 202, 407])

async function findRefund(call: MidtransCall, charge: ChargeRef, key: string): Promise<SentRefund | null> {
  const answer = await lookUp(call, charge)
  const refund = Refunds.safeParse(answer.body).data?.refunds?.find(one => one.refund_key === key)
  return refund ? { state: 'succeeded', reference: refund.refund_chargeback_id ?? key } : null
}

// A refused look-up says nothing about the refund: an earlier request, whose answer was lost, may have returned money.
async function lookUp(call: MidtransCall, charge: ChargeRef): Promise<MidtransAnswer> {
  try {
    const answer = await callMidtrans(call, { path: `/v2/${encodeURIComponent(charge.providerInvoiceId)}/status` })
    if (shown.has(answer.code)) return answer
    throw makeFailure(call.credentials, answer)
  } catch (error) {
    const isRefused = error instanceof ConnectorError && error.kind === 'refused'
    throw isRefused ? new ConnectorError('unexpected', error.message) : error
  }
}
