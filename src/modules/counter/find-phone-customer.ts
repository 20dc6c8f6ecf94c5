import { phoneDigits, readPhone } from '../../lib/phone.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'
import type { Device } from './device.ts'

/** What a shop knows of the owner of a phone number, from their orders at all doors. */
export interface PhoneCustomer {
  name: string
  orders: number
  lastAt: Date
}

/** Finds who has ordered with a phone number, however it is written; null for nobody, or for a text that is none. */
export async function findPhoneCustomer(
  app: Needs<'slowly'>,
  { accountId, mode }: Pick<Device, 'accountId' | 'mode'>,
  phone: string,
): Promise<PhoneCustomer | null> {
  const written = readPhone(phone)
  if (written === null) return null
  const which = { customerPhoneDigits: phoneDigits(written) }
  return app.slowly(
    async reads => {
      const em = reads.em({ accountId, mode })
      const newest = await em.findOne(Order, which, { orderBy: { createdAt: 'desc', id: 'desc' } })
      if (!newest) return null
      return { name: newest.customerName, orders: await em.count(Order, which), lastAt: newest.createdAt }
    },
    { accountId },
  )
}
