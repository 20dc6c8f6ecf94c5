import { eventId } from '../../events/announce.ts'
import { StoredEvent } from '../../events/stored-event.ts'
import type { Needs } from '../../needs.ts'
import type { Order } from '../order.ts'
import { isHandedOverHere } from './is-handed-over-here.ts'

type Readied = Pick<Order, 'orderNumber' | 'undoCount'>

/** The subject of an order's event `order.ready`: an undone step makes another one possible. */
export function readySubject({ orderNumber, undoCount }: Readied): string {
  return `${orderNumber} ${undoCount}`
}

/** Whether the merchant has said that an order is ready, since the last step that was undone. */
export async function isToldReady(
  app: Needs<'em'>,
  order: Readied & Pick<Order, 'accountId' | 'receiving'>,
): Promise<boolean> {
  if (!isHandedOverHere(order)) return false
  const id = eventId('order.ready', readySubject(order))
  return (await app.em({ accountId: order.accountId, mode: 'both' }).count(StoredEvent, { id })) > 0
}
