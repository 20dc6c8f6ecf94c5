import { z } from 'zod'
import { toStorable } from '../../lib/storable.ts'
import { type ChargeRef, type ChargeStatus, ConnectorError } from '../connector.ts'
import { discardImpossibleTime } from '../discard-impossible-time.ts'
import { SpacedJakartaTime } from '../jakarta.ts'
import { parseAs } from '../request-json.ts'
import type { MidtransAnswer, MidtransCall } from './call.ts'

const Name = z.string().trim().min(1).max(200).transform(toStorable)

/** The amount as text, such as "25036.00", in whole rupiah. Some compatible servers send a number. */
const Amount = z
  .union([z.string().regex(/^\d{1,13}(\.0{1,2})?$/), z.int()])
  .transform(Number)
  .refine(amount => amount >= 1)

const Transaction = z.object({
  transaction_id: z.string().min(1).max(64).transform(toStorable),
  order_id: z.string(),
  merchant_id: z.string().min(1).max(64).transform(toStorable).nullish(),
  gross_amount: Amount,
  refund_amount: Amount.nullish().catch(null),
  currency: z.string().nullish(),
  transaction_status: z.string(),
  fraud_status: z.string().nullish(),
  transaction_time: SpacedJakartaTime.nullish().catch(null),
  settlement_time: SpacedJakartaTime.nullish().catch(null),
  expiry_time: SpacedJakartaTime.nullish().catch(null),
  qr_string: z.string().max(1024).nullish(),
  issuer: Name.nullish().catch(null),
  acquirer: Name.nullish().catch(null),
})

export type Transaction = z.output<typeof Transaction>

/** Returns the transaction of an answer. Throws `unexpected` for another order, merchant or currency. */
export function readTransaction(
  { credentials }: Pick<MidtransCall, 'credentials'>,
  { body }: MidtransAnswer,
  reference: string,
): Transaction {
  const transaction = parseAs(Transaction, body, 'the transaction')
  const { order_id, merchant_id, currency } = transaction
  if (order_id !== reference) throw new ConnectorError('unexpected', 'the answer is about another payment')
  if (merchant_id && credentials.merchant_id !== undefined && merchant_id !== credentials.merchant_id) {
    throw new ConnectorError('unexpected', `the key belongs to another merchant, ${merchant_id}`)
  }
  if (currency && currency !== 'IDR') throw new ConnectorError('unexpected', 'the amount is not in rupiah')
  return transaction
}

/** The state of a code. `pending` is separate, because a pending code whose time has passed is cancelled. */
export type ChargeVerdict = ChargeStatus | 'pending'

// A full refund counts as unpaid, like money that never came.
const unpaid = new Set(['expire', 'cancel', 'deny', 'failure', 'refund', 'chargeback'])

// Only a settled transaction is refunded in part (https://docs.midtrans.com/docs/transaction-status-cycle), so its
// money arrived; the refund is recorded separately.
const arrived = new Set(['settlement', 'capture', 'partial_refund'])

/** Returns the verdict on a transaction that Midtrans returned. Throws `unexpected` for any doubt. */
export function judgeTransaction(charge: ChargeRef, { code }: MidtransAnswer, transaction: Transaction): ChargeVerdict {
  const { transaction_id, transaction_status, fraud_status } = transaction
  if (transaction_id !== charge.providerInvoiceId) {
    throw new ConnectorError('unexpected', 'the answer is about another transaction')
  }
  if (transaction_status === 'pending') return 'pending'
  if (unpaid.has(transaction_status)) return { paid: false }
  if (!arrived.has(transaction_status) || code !== 200 || (fraud_status ?? 'accept') !== 'accept') {
    const sentence = `the transaction is ${transaction_status}, ${code}, fraud status ${fraud_status ?? 'unknown'}`
    throw new ConnectorError('unexpected', sentence)
  }
  if (transaction.refund_amount === transaction.gross_amount) return { paid: false }
  return {
    paid: true,
    transfer: {
      reference: transaction_id,
      amount: transaction.gross_amount,
      occurredAt: paidAt(charge, transaction),
      payerName: null,
      payerApp: transaction.issuer ?? transaction.acquirer ?? null,
    },
  }
}

const aheadMsMax = 60_000
// A request repeated within five minutes gets the first answer, with its earlier time.
const behindMsMax = 360_000

/** Returns the time of the payment by our clock: a provider whose clock is wrong wrote both of its times by it. */
function paidAt(charge: ChargeRef, { transaction_time, settlement_time }: Transaction): Date | null {
  if (!settlement_time) return null
  const offsetMs = transaction_time ? transaction_time.getTime() - charge.requestDate.getTime() : 0
  const isClockWrong = offsetMs > aheadMsMax || offsetMs < -behindMsMax
  const time = isClockWrong ? new Date(settlement_time.getTime() - offsetMs) : settlement_time
  return discardImpossibleTime(time, charge.requestDate, charge.askedAt)
}
