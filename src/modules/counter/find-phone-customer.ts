import { extractPhoneDigits, readPhone } from '../../lib/phone.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'
import type { Device } from './device.ts'

/** The owner of a phone number, according to their orders in all channels. */
export interface PhoneCustomer {
  name: string
  orders: number
  lastAt: Date
}

/**
 * Finds the customer who has ordered with a phone number, in whatever notation. Null if no one has, or if the text is
 * not a phone number.
 */
export async function findPhoneCustomer(
  app: Needs<'slowly'>,
  { accountId, mode }: Pick<Device, 'accountId' | 'mode'>,
  phone: string,
): Promise<PhoneCustomer | null> {
  const written = readPhone(phone)
  if (written === null) return null
  const which = { customerPhoneDigits: extractPhoneDigits(written) }
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
