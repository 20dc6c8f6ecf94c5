import type { ModelPayment } from './model-types.ts'
import type { SimulatedShop } from './simulated-shop.ts'

export type Viewer = Pick<SimulatedShop, 'shop' | 'model' | 'write'>

// biome-ignore lint/suspicious/noExplicitAny: rows of answers
type Row = any

/** Returns a payment as lists of the API show it. */
export function viewPayment(viewer: Viewer, payment: ModelPayment) {
  const { shop, write } = viewer
  return {
    invoice_id: payment.invoiceId,
    amount: payment.amount,
    unique_code: payment.finalAmount - payment.amount,
    final_amount: payment.finalAmount,
    status: payment.status,
    payment_url: `${shop.url}/pay?invoice=${payment.invoiceId}`,
    created_at: write(payment.createdAt),
    paid_at: write(payment.paidAt),
    has_file: false,
    file_id: null,
    payment_method: payment.method,
    paid_via: payment.status === 'paid' ? payment.method : null,
    ...viewRefunds(viewer, payment),
    ...viewTexts(payment),
  }
}

/** Returns a payment as `create-payment` answers it. */
export function viewCreated(viewer: Viewer, payment: ModelPayment) {
  const { refunded_at, refunded_amount, refunds, ...view } = viewPayment(viewer, payment)
  const { invoice_id, amount, unique_code, final_amount, payment_url, status, payment_method, reference, metadata } =
    view
  return {
    invoice_id,
    amount,
    unique_code,
    final_amount,
    payment_url,
    status,
    payment_method,
    reference,
    metadata,
    redirect_url: null,
    has_file: false,
    file_id: null,
    has_product_image: false,
    product_image_id: null,
    expires_at: viewer.write(payment.createdAt + payment.lifetime),
    ...(refunds.length > 0 && { refunds }),
    ...(refunded_at !== null && { refunded_at, refunded_amount }),
  }
}

function viewTexts({ details }: ModelPayment) {
  const { description = null, customer_name = null, reference = null, metadata = {} } = details ?? {}
  return { description, customer_name, reference, metadata }
}

/** Returns the refunds of a payment as answers of the API show them. */
export function viewRefunds({ model, write }: Viewer, payment: ModelPayment) {
  const own = model.refunds.filter(refund => refund.payment === payment)
  const rows = own.flatMap(one => {
    const { id, amount, state, byProvider, reason, at, askedAt = at, correctedAt, correctedFor } = one
    const times = (minute: number, returned = minute) => ({ returned_at: write(returned), created_at: write(minute) })
    const refund = { refund_id: id as string | null, amount, status: state, by_provider: byProvider, reason }
    const back = { refund_id: null, amount: -amount, status: 'succeeded', by_provider: false, reason: correctedFor }
    return [
      { ...refund, ...times(askedAt, one.returnedAt), restocked: one.restocks },
      ...(correctedAt === null ? [] : [{ ...back, ...times(correctedAt), restocked: false }]),
    ]
  })
  const refunds = inTurn(rows)
  return {
    refunded_at: write(payment.refundedAt),
    refunded_amount: payment.refundedAt === null ? null : payment.refunded,
    refunds,
  }
}

/** Returns an answer about a payment without what the model cannot know. */
export function withoutUnknown(answer: Row, payment: ModelPayment | undefined): Row {
  const refunds = answer.refunds?.map((one: Row) => (one.amount < 0 ? { ...one, refund_id: null } : one))
  const texts = payment?.details ? {} : viewTexts({ details: null } as ModelPayment)
  const known = Object.fromEntries(Object.entries(texts).filter(([name]) => name in answer))
  return { ...answer, ...known, ...(refunds && { refunds: inTurn(refunds) }) }
}

/** Sorts refunds by their time; several of one minute, which the model may have in another order, by their contents. */
const inTurn = (refunds: Row[]) => refunds.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

const keyOf = ({ created_at, refund_id, amount }: Row) => `${created_at} ${refund_id} ${amount}`
