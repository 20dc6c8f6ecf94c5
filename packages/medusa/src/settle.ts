import type { MedusaContainer } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'
import { capturePaymentWorkflow } from '@medusajs/medusa/core-flows'
import type { PaymentStatus, Transfer } from 'warung-sdk'
import { medusaRefundPrefix, openWarung } from './options.ts'

const lockTimeoutS = 60
const sessionFields = ['id', 'status', 'amount', 'payment_collection_id', 'payment.id', 'payment.captured_at']
const orderFields = ['order.id', 'order.status', 'order.metadata']

interface Session {
  id: string
  status: string
  amount: number
  payment_collection_id: string
  payment?: { id: string; captured_at: string | null }
}

interface Order {
  id: string
  status: string
  metadata: Record<string, unknown> | null
}

/** Handles a webhook or an event. A repetition changes nothing. */
export async function handleEvent(container: MedusaContainer, type: string, data: object): Promise<void> {
  const transfer = data as Transfer
  const invoice = transfer.invoice_id ?? transfer.likely_invoice_id
  if (!invoice) return
  const { warung } = openWarung(container)
  const payment = await warung.payments.get(invoice)
  await inSession(container, payment, async (session, order) => {
    if (payment.status === 'paid') await settle(container, payment, session, order)
    if (payment.status === 'pending' && order.status === 'canceled') await warung.payments.cancel(invoice)
    for (const [key, text] of notesOf(type, transfer, payment)) await noteOn(container, order, key, text)
  })
}

/** Returns notes for the staff: money that waits for a decision, and refunds that Medusa cannot show. */
function notesOf(type: string, transfer: Transfer, payment: PaymentStatus): [string, string][] {
  const { transfer_id, amount, reason, state } = transfer
  const notes: [string, string][] = []
  const money = `Rp ${amount} for ${payment.invoice_id}`
  if (type === 'transfer.in_review')
    notes.push([`transfer_${transfer_id}`, `${money} waits for your decision in Warung (${reason})`])
  const isGone = type === 'transfer.reviewed' && state !== 'settled'
  if (isGone) notes.push([`transfer_${transfer_id}`, `${money} was ${state} in Warung`])
  for (const { refund_id, amount: returned, status, by_provider, reason: why } of payment.refunds) {
    const isOurs = why?.startsWith(medusaRefundPrefix)
    const todo = !isOurs ? ': note it here too' : by_provider ? '' : ': return the money yourself'
    notes.push([`refund_${refund_id}`, `Refund of Rp ${returned} of ${payment.invoice_id} ${status} in Warung${todo}`])
  }
  return notes
}

/** Captures a payment that is paid, or writes into the order's metadata why it was not captured. */
async function settle(container: MedusaContainer, payment: PaymentStatus, session: Session, order: Order) {
  if (session.payment?.captured_at) return
  const reasons = [
    order.status === 'canceled' && 'the order is canceled',
    payment.amount !== Math.round(Number(session.amount)) && `the order is about Rp ${session.amount}`,
    (payment.refunded_amount ?? 0) > 0 && 'it was refunded in Warung',
  ]
  const why = reasons.find(Boolean)
  if (why) {
    const text = `Rp ${payment.amount} of ${payment.invoice_id} is paid but not captured: ${why}. Return it or book it.`
    return await noteOn(container, order, `paid_${payment.invoice_id}`, text)
  }
  const payments = container.resolve(Modules.PAYMENT)
  const authorized = session.payment ?? (await payments.authorizePaymentSession(session.id, {}))
  await capturePaymentWorkflow(container).run({ input: { payment_id: authorized!.id } })
}

/** Runs work on the session of a payment, under a lock. Other payments are ignored. */
async function inSession(
  container: MedusaContainer,
  { metadata, invoice_id }: PaymentStatus,
  work: (session: Session, order: Order) => Promise<void>,
): Promise<void> {
  const id = metadata.medusa_session
  if (!id) return
  const query = container.resolve('query')
  const alone = async () => {
    const { data: sessions } = await query.graph({ entity: 'payment_session', fields: sessionFields, filters: { id } })
    const [session] = sessions as unknown as Session[]
    const filters = { payment_collection_id: session?.payment_collection_id ?? '' }
    const ofOrder = { entity: 'order_payment_collection', fields: orderFields, filters }
    const { data: links } = await query.graph(ofOrder)
    const [link] = links as unknown as { order: Order }[]
    if (session && link) await work(session, link.order)
    else container.resolve('logger').error(`Warung reports ${invoice_id} of ${id}, which has no order`)
  }
  await container.resolve(Modules.LOCKING).execute(`warung-${id}`, alone, { timeout: lockTimeoutS })
}

async function noteOn(container: MedusaContainer, order: Order, key: string, text: string): Promise<void> {
  const name = `warung_${key}`
  if (order.metadata?.[name] === text) return
  order.metadata = { ...order.metadata, [name]: text }
  await container.resolve(Modules.ORDER).updateOrders(order.id, { metadata: order.metadata })
}
