import { formatRupiah } from '../../lib/money.ts'
import type { WholeOrder } from '../find-order.ts'
import { isHandedOverHere } from '../receiving/is-handed-over-here.ts'
import { isOnItsWay } from './shipment.ts'
import { writeShippedText } from './shipped-text.ts'

/** The order steps about which the merchant informs a customer without a chat by hand. */
export type OrderStep = 'processing' | 'ready' | 'shipped' | 'completed' | 'cancelled'

/** Returns prepared messages about an order's progress; empty before it is paid. */
export function writeStepTexts(
  order: WholeOrder,
  merchant: string,
  language: 'id' | 'en',
): { step: OrderStep; text: string }[] {
  const say = texts[language]
  const { customerName, orderNumber } = order
  const summary = `${order.summary()}, ${formatRupiah(order.total)}`
  const told = (step: keyof typeof say) => ({
    step,
    text: [say[step](customerName, orderNumber, merchant), summary].join('\n'),
  })
  if (order.status === 'cancelled') return [told('cancelled')]
  if (order.status === 'completed') return [told('completed')]
  const shipped = isOnItsWay(order) ? writeShippedText(order, merchant, language) : null
  if (shipped) return [{ step: 'shipped', text: shipped }]
  if (!order.mayBeCompleted()) return []
  return [told('processing'), ...(isHandedOverHere(order) ? [told('ready')] : [])]
}

const texts = {
  id: {
    processing: (name: string, order: string, merchant: string) =>
      `Halo ${name}, pesanan ${order} sudah dibayar dan sedang disiapkan ${merchant}.`,
    ready: (name: string, order: string, merchant: string) =>
      `Halo ${name}, pesanan ${order} dari ${merchant} sudah siap.`,
    completed: (name: string, order: string, merchant: string) =>
      `Halo ${name}, pesanan ${order} sudah selesai. Terima kasih sudah belanja di ${merchant}.`,
    cancelled: (name: string, order: string, merchant: string) =>
      `Halo ${name}, maaf, pesanan ${order} dari ${merchant} dibatalkan.`,
  },
  en: {
    processing: (name: string, order: string, merchant: string) =>
      `Hello ${name}, order ${order} is paid, and ${merchant} is preparing it.`,
    ready: (name: string, order: string, merchant: string) =>
      `Hello ${name}, order ${order} from ${merchant} is ready.`,
    completed: (name: string, order: string, merchant: string) =>
      `Hello ${name}, order ${order} is complete. Thank you for shopping at ${merchant}.`,
    cancelled: (name: string, order: string, merchant: string) =>
      `Hello ${name}, sorry, order ${order} from ${merchant} was cancelled.`,
  },
}
