import type { EntityManager } from '@mikro-orm/postgresql'
import { refuseField } from '../../lib/refusal.ts'
import { ShopRules } from '../shop-rules.ts'

/** Whether a shop has a contact for its payers: WhatsApp, a telephone or an address. */
export async function hasContact(em: EntityManager, accountId: number): Promise<boolean> {
  const some = { $or: [{ whatsapp: { $ne: null } }, { phone: { $ne: null } }, { address: { $ne: null } }] }
  return (await em.count(ShopRules, { account: accountId, ...some })) > 0
}

/** Refuses `invalid_request` for `whatsapp` if a shop has no contact for its payers. */
export async function requireContact(em: EntityManager, accountId: number): Promise<void> {
  if (await hasContact(em, accountId)) return
  throw refuseField('whatsapp', 'is missing, and the shop has no other contact for its payers', 'missing')
}
