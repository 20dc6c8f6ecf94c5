import { formatRupiah } from '../../lib/money.ts'
import type { WholeOrder } from '../find-order.ts'
import { findCourierName } from './couriers.ts'
import { isOnItsWay } from './shipment.ts'

/** Returns a prepared message that an order was shipped, and how to track it; null for any other order. */
export function writeShippedText(order: WholeOrder, merchant: string, language: 'id' | 'en'): string | null {
  if (!isOnItsWay(order)) return null
  const say = texts[language]
  const { customerName, orderNumber } = order
  return [
    say.shipped(customerName, orderNumber, merchant),
    `${order.summary()}, ${formatRupiah(order.total)}`,
    ...describeShipment(order, language),
  ].join('\n')
}

/** Returns the courier and the tracking link as lines of a message. */
export function describeShipment(order: WholeOrder, language: 'id' | 'en'): string[] {
  const say = texts[language]
  const { courier, trackingNumber, trackingUrl } = order
  const by = courier === null ? null : say.courier(findCourierName(courier, language), trackingNumber)
  return [by, trackingUrl && say.follow(trackingUrl)].flatMap(line => line || [])
}

const texts = {
  id: {
    shipped: (name: string, order: string, merchant: string) =>
      `Halo ${name}, pesanan ${order} dari ${merchant} sudah dikirim.`,
    courier: (courier: string, number: string | null) =>
      `Kurir: ${courier}${number === null ? '' : `, resi ${number}`}`,
    follow: (link: string) => `Lacak: ${link}`,
  },
  en: {
    shipped: (name: string, order: string, merchant: string) =>
      `Hello ${name}, order ${order} from ${merchant} is on its way.`,
    courier: (courier: string, number: string | null) =>
      `Courier: ${courier}${number === null ? '' : `, number ${number}`}`,
    follow: (link: string) => `Follow it: ${link}`,
  },
}
