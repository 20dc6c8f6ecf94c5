import type { SubscriberArgs } from '@medusajs/framework'
import { lookAt } from '../look.ts'

/** A customer must not pay the code of an order that was canceled. */
export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const { data: orders } = await container.resolve('query').graph({
    entity: 'order',
    fields: ['payment_collections.payment_sessions.id', 'payment_collections.payment_sessions.provider_id'],
    filters: { id: event.data.id },
  })
  const sessions = orders.flatMap(order => order.payment_collections?.flatMap(one => one?.payment_sessions ?? []) ?? [])
  for (const session of sessions) {
    if (session?.provider_id.startsWith('pp_warung')) await lookAt(container, session.id)
  }
}

export const config = { event: 'order.canceled' }
