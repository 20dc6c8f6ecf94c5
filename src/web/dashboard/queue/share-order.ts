import type { Html } from '../../../lib/html.ts'
import { html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import type { WholeOrder } from '../../../orders/find-order.ts'
import { shippedText } from '../../../orders/shipping/shipped-text.ts'
import { card } from '../../parts/card.ts'
import type { Language } from '../../parts/language.ts'
import { sharePayment, whatsAppLink } from '../share-payment.ts'

interface Shared {
  app: Pick<App, 'config'>
  language: Language
  order: WholeOrder
  /** The name of the shop, as its customers know it. */
  merchant: string
}

/**
 * The messages that can be sent to the customer of an order now: its bill with link and code, its receipt, that it was
 * shipped.
 */
export function shareOrder({ app, language, order, merchant }: Shared): Html | null {
  const payment = order.payment()
  const say = texts[language]
  const shipped = payment?.isWhollyRefunded() ? null : shippedText(order, merchant, language)
  const parts = [
    shipped && html`<p class="inline">${whatsAppLink(language, order.customerPhone, shipped, say.shipped)}</p>`,
    payment && sharePayment({ config: app.config, language, payment, merchant }),
  ].filter(part => part !== null && part !== undefined && part !== '')
  return parts.length === 0 ? null : card(say.title, html`${parts}`)
}

const texts: Record<Language, { title: string; shipped: string }> = {
  id: { title: 'Kabari pelanggan', shipped: 'Kabari lewat WhatsApp: sudah dikirim' },
  en: { title: 'Tell the customer', shipped: 'Tell by WhatsApp: on its way' },
}
