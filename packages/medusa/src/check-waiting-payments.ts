import type { MedusaContainer } from '@medusajs/framework/types'
import { openWarung } from './options.ts'
import { handleEvent } from './settle.ts'

const dayMs = 86_400_000
const days = 30

/** Checks with Warung all waiting payments, so that no order depends on a webhook. */
export async function checkWaitingPayments(container: MedusaContainer): Promise<void> {
  const failures: unknown[] = []
  const ask = async (type: string, data: object) => {
    await handleEvent(container, type, data).catch(error => failures.push(error))
  }
  const query = container.resolve('query')
  const recent = { provider_id: { $like: 'pp_warung%' }, created_at: { $gt: new Date(Date.now() - days * dayMs) } }
  const filters = { ...recent, status: 'pending_authorization' }
  const { data: waiting } = await query.graph({ entity: 'payment_session', fields: ['id'], filters })
  for (const { id } of waiting) await checkSessionPayments(container, id).catch(error => failures.push(error))
  const fields = ['data', 'captured_at', 'refunds.id']
  const { data: payments } = await query.graph({ entity: 'payment', fields, filters: recent })
  for (const { data, captured_at, refunds } of payments) if (!captured_at || refunds?.length) await ask('look', data!)
  for await (const transfer of openWarung(container).warung.transfers.list({ state: 'review' })) {
    await ask('transfer.in_review', transfer)
  }
  if (failures.length > 0) throw failures[0]
}

/** Checks the payments of a session with Warung. */
export async function checkSessionPayments(container: MedusaContainer, reference: string): Promise<void> {
  for await (const payment of openWarung(container).warung.payments.list({ reference })) {
    if (payment.status === 'paid' || payment.status === 'pending') await handleEvent(container, 'look', payment)
  }
}
