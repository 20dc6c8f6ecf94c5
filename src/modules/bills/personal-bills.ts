import type { EntityManager } from '@mikro-orm/postgresql'
import type { PersonalRows, PersonRows } from '../../orders/customers/personal-rows.ts'
import { Bill } from './bill.ts'
import { BillPart } from './bill-part.ts'

/** The bills of a customer, and their answers as a payer. */
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
  async objects(em, person) {
    return (await findPersonalBills(em, person)).map(({ publicId }) => `bill ${publicId}`)
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

/** Returns the bills that a customer paid, and unpaid ones sent to their number, but no bills for many payers. */
async function findPersonalBills(em: EntityManager, { invoiceIds, phones }: PersonRows): Promise<Bill[]> {
  const parts = await em.find(BillPart, { payment: { $in: invoiceIds } })
  const isPaid = { id: { $in: parts.map(({ bill }) => bill.id) } }
  const isOwn = { $or: [{ kind: 'once' as const }, { customerPhone: { $ne: null } }] }
  return em.find(Bill, { $or: [{ $and: [isPaid, isOwn] }, { customerPhoneDigits: { $in: phones } }] })
}
