import type { PersonalRows } from '../../orders/customers/personal-rows.ts'
import { withoutPerson } from '../../orders/customers/without-person.ts'
import { OutwardEvent } from './outward-event.ts'
import { OwedEvent } from './owed-event.ts'
import { WebhookAttempt } from './webhook-attempt.ts'
import { WebhookDelivery } from './webhook-delivery.ts'
import { markErased } from './webhook-delivery-moves.ts'

/** The event bodies about a customer; those that have yet to be sent go without the customer's data. */
export const personalBodies: PersonalRows = {
  async erase({ em }, { orderNumbers, invoiceIds, customerIds, transferIds, otherObjects }, now) {
    const names = [
      ...orderNumbers.map(number => `order ${number}`),
      ...invoiceIds.map(id => `payment ${id}`),
      ...customerIds.map(id => `customer ${id}`),
      ...transferIds.map(id => `transfer ${id}`),
      ...otherObjects,
    ]
    const object = { $in: names }
    const events = await em.find(OutwardEvent, { object })
    const deliveries = await em.find(WebhookDelivery, { event: { $in: events.map(({ id }) => id) } })
    const waiting = new Set<string>()
    for (const { id, event } of deliveries) {
      const isErased = await markErased(em, id, now)
      if (!isErased) waiting.add(event.id)
      await em.nativeUpdate(WebhookAttempt, { delivery: id }, { request: null, response: null })
    }
    for (const event of events) event.body = waiting.has(event.id) ? bodyWithout(event.body) : null
    for (const event of await em.find(OwedEvent, { object })) event.body = bodyWithout(event.body)
    await em.flush()
    return []
  },
}

const bodyWithout = (body: string | null) => body && withoutPerson(body)
