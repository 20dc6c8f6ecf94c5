import type { Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../../../database/scope.ts'
import type { Needs } from '../../../needs.ts'
import { OfflineSale } from './offline-sale.ts'

export type ListedOfflineSale = Loaded<OfflineSale, 'device' | 'order' | 'shift.cashier'>

const shownMax = 100

/** Returns the offline sales that the owner has not reviewed, and the newest of the others. */
export async function listOfflineSales(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
): Promise<{ open: ListedOfflineSale[]; past: ListedOfflineSale[] }> {
  const em = app.em(scope)
  const populate = ['device', 'order', 'shift.cashier'] as const
  const options = { populate, orderBy: { id: 'desc' }, limit: shownMax } as const
  const open = await em.find(OfflineSale, { seenAt: null }, options)
  return { open, past: await em.find(OfflineSale, { seenAt: { $ne: null } }, options) }
}
