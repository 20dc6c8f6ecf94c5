import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { phoneDigitsSql } from '../../../lib/phone.ts'
import type { PersonalRows, PersonRows } from '../../../orders/customers/personal-rows.ts'
import { Order } from '../../../orders/order.ts'
import { KitchenTicket } from './kitchen-ticket.ts'
import { OpenBill } from './open-bill.ts'

/** Replaces the name of a bill whose data was deleted. */
const erased = '-'

/**
 * Text about a customer in open bills and kitchen tickets. An offline sale is on no card, because it has no phone
 * number.
 */
export const personalTables: PersonalRows = {
  async read(em, person) {
    const bills = await findPersonalBills(em, person)
    return { open_bills: bills.map(({ name, phone, note }) => ({ name, phone, note })) }
  },
  async erase({ em }, person) {
    const bills = await findPersonalBills(em, person)
    const causes = [
      ...person.orderNumbers.map(number => ({ cause: `order ${number}` })),
      ...bills.map(({ key }) => ({ cause: { $like: `bill ${key} %` } })),
    ]
    if (causes.length > 0) await em.nativeUpdate(KitchenTicket, { $or: causes }, { title: erased, note: null })
    const ids = bills.map(({ id }) => id)
    // A device that still shows a bill must not save these texts again.
    const version = raw<number>('version + 1')
    await em.nativeUpdate(OpenBill, { id: { $in: ids } }, { name: erased, phone: null, note: null, version })
    return []
  },
}

/** Returns the bills that became orders of the customer, and those with one of their numbers. */
async function findPersonalBills(em: EntityManager, { orderNumbers, phones }: PersonRows): Promise<OpenBill[]> {
  const orders = await em.find(Order, { orderNumber: { $in: orderNumbers } }, { fields: ['id'] })
  const isTyped = { [raw(alias => phoneDigitsSql(`${alias}.phone`))]: { $in: phones } }
  return em.find(OpenBill, { $or: [{ order: { $in: orders.map(({ id }) => id) } }, isTyped] })
}
