import { makeEventId } from '../../events/announce.ts'
import { StoredEvent } from '../../events/stored-event.ts'
import type { Needs } from '../../needs.ts'
import type { Order } from '../order.ts'
import { isHandedOverHere } from './is-handed-over-here.ts'

type Readied = Pick<Order, 'orderNumber' | 'undoCount'>

/** The subject of an order's event `order.ready`: an undone step makes another one possible. */
export function makeReadySubject({ orderNumber, undoCount }: Readied): string {
  return `${orderNumber} ${undoCount}`
}

type Here = Readied & Pick<Order, 'receiving'>

/** Returns whether the merchant has said that an order is ready, since the last step that was undone. */
export async function isAnnouncedReady(app: Needs<'em'>, order: Here & Pick<Order, 'accountId'>): Promise<boolean> {
  return (await findAnnouncedReady(app, order.accountId, [order])).has(order.orderNumber)
}

/** Returns the numbers of those orders that the merchant has said are ready, in one query. */
export async function findAnnouncedReady(
  app: Needs<'em'>,
  accountId: number,
  orders: readonly Here[],
): Promise<ReadonlySet<string>> {
  const here = orders.filter(isHandedOverHere)
  if (here.length === 0) return new Set()
  const numbers = new Map(here.map(order => [makeEventId('order.ready', makeReadySubject(order)), order.orderNumber]))
  const told = await app
    .em({ accountId, mode: 'both' })
    .find(StoredEvent, { id: { $in: [...numbers.keys()] } }, { fields: ['id'] })
  return new Set(told.map(({ id }) => numbers.get(id)!))
}
