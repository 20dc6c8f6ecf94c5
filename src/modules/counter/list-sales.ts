import type { Loaded } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { CounterSale } from './counter-sale.ts'
import type { Device } from './device.ts'

export type ListedSale = Loaded<CounterSale, 'order' | 'cashier'>

const shownMax = 200

/** Returns today's sales of a device, newest first. */
export async function listSales(
  app: Needs<'em' | 'now' | 'calendar'>,
  { id, accountId, mode }: Pick<Device, 'id' | 'accountId' | 'mode'>,
): Promise<ListedSale[]> {
  const since = app.calendar.startOfDay(app.calendar.formatDay(app.now()))!
  const options = { populate: ['order', 'cashier'], orderBy: { order: 'desc' }, limit: shownMax } as const
  return app.em({ accountId, mode }).find(CounterSale, { device: id, createdAt: { $gte: since } }, options)
}
