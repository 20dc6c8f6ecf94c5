import type { SubscriberArgs } from '@medusajs/framework'
import { checkSessionPayments } from '../check-waiting-payments.ts'

interface Session {
  id: string
  provider_id: string
}

/** A customer must not pay the code of an order that was canceled. */
export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const { data: orders } = await container.resolve('query').graph({
    entity: 'order',
    fields: ['payment_collections.payment_sessions.id', 'payment_collections.payment_sessions.provider_id'],
    filters: { id: event.data.id },
  })
  const collections = orders.flatMap(order => order.payment_collections ?? []) as { payment_sessions?: Session[] }[]
  for (const { id, provider_id } of collections.flatMap(({ payment_sessions }) => payment_sessions ?? [])) {
    if (provider_id.startsWith('pp_warung')) await checkSessionPayments(container, id)
  }
}

export const config = { event: 'order.canceled' }
