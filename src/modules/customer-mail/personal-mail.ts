import type { PersonalRows, PersonRows } from '../../orders/customers/personal-rows.ts'
import { CustomerMail, MailWish } from './mail-wish.ts'

const ofPerson = ({ orderNumbers, invoiceIds }: PersonRows) => ({ subject: { $in: [...orderNumbers, ...invoiceIds] } })

/** The addresses that a customer gave for news about their orders. */
export const personalMail: PersonalRows = {
  async read(em, person) {
    const wishes = await em.find(MailWish, ofPerson(person))
    return { news_by_email: wishes.map(({ subject, email }) => ({ about: subject, email })) }
  },
  async erase({ em }, person) {
    await em.nativeDelete(CustomerMail, ofPerson(person))
    await em.nativeDelete(MailWish, ofPerson(person))
    return []
  },
}
