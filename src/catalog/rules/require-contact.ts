import type { EntityManager } from '@mikro-orm/postgresql'
import { refuseField } from '../../lib/refusal.ts'
import { ShopRules } from '../shop-rules.ts'

/** Whether the payers of a shop can reach somebody: by WhatsApp, by telephone or at an address. */
export async function hasContact(em: EntityManager, accountId: number): Promise<boolean> {
  const some = { $or: [{ whatsapp: { $ne: null } }, { phone: { $ne: null } }, { address: { $ne: null } }] }
  return (await em.count(ShopRules, { account: accountId, ...some })) > 0
}

/** Refuses `invalid_request` for `whatsapp` if the payers of a shop could not reach anybody. */
export async function requireContact(em: EntityManager, accountId: number): Promise<void> {
  if (await hasContact(em, accountId)) return
  throw refuseField('whatsapp', 'is missing, and the shop has no other contact for its payers', 'missing')
}
