import type { EntityManager } from '@mikro-orm/postgresql'
import type { PersonalRows, PersonRows } from '../../orders/customers/personal-rows.ts'
import { Bill } from './bill.ts'
import { BillPart } from './bill-part.ts'

/** The bills of a customer, and what they answered as payers. */
export const personalBills: PersonalRows = {
  async read(em, person) {
    const parts = await em.find(BillPart, { payment: { $in: person.invoiceIds } })
    const bills = await findPersonalBills(em, person)
    return {
      bills: bills.map(({ title, customerName: name, customerPhone: phone, note }) => ({ title, name, phone, note })),
      bill_answers: parts.map(part => ({
        name: part.payerName,
        phone: part.payerPhone,
        address: part.payerAddress,
        note: part.payerNote,
      })),
    }
  },
  async erase({ em }, person) {
    const nothing = { payerName: null, payerPhone: null, payerAddress: null, payerNote: null }
    await em.nativeUpdate(
      BillPart,
      { payment: { $in: person.invoiceIds } },
      { ...nothing, browser: null, address: null },
    )
    const bills = (await findPersonalBills(em, person)).map(({ id }) => id)
    await em.nativeUpdate(Bill, { id: { $in: bills } }, { customerName: null, customerPhone: null, note: null })
    return []
  },
}

/** A bill that many may pay belongs to no single person. */
async function findPersonalBills(em: EntityManager, { invoiceIds }: PersonRows): Promise<Bill[]> {
  const parts = await em.find(BillPart, { payment: { $in: invoiceIds } })
  return em.find(Bill, { id: { $in: parts.map(({ bill }) => bill.id) }, customerPhone: { $ne: null } })
}
