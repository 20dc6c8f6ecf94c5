import type { Html } from '../../../lib/html.ts'
import { html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import type { WholeOrder } from '../../../orders/find-order.ts'
import { type OrderStep, writeStepTexts } from '../../../orders/shipping/step-texts.ts'
import { card } from '../../parts/card.ts'
import type { Language } from '../../parts/language.ts'
import { renderPaymentSharing, whatsAppLink } from '../payments/render-payment-sharing.ts'

interface Shared {
  app: Pick<App, 'config'>
  language: Language
  order: WholeOrder
  /** The shop's name, as its customers know it. */
  merchant: string
}

/**
 * Renders the prepared messages for the customer of an order: its bill with link and code, its receipt, and its
 * progress.
 */
export function renderOrderSharing({ app, language, order, merchant }: Shared): Html | null {
  const payment = order.payment()
  const say = texts[language]
  const steps = payment?.isWhollyRefunded() ? [] : writeStepTexts(order, merchant, language)
  const links = (isNews: boolean) =>
    steps
      .filter(({ step }) => (step === 'shipped') === isNews)
      .map(
        ({ step, text }) =>
          html`<p class="inline">${whatsAppLink(language, order.customerPhone, text, say.steps[step])}</p>`,
      )
  // The receipt comes first, except for a parcel in transit.
  const parts = [
    ...links(true),
    payment && renderPaymentSharing({ config: app.config, language, payment, merchant }),
    ...links(false),
  ].filter(part => part)
  return parts.length === 0 ? null : card(say.title, html`${parts}`)
}

const texts: Record<Language, { title: string; steps: Record<OrderStep, string> }> = {
  id: {
    title: 'Kabari pelanggan',
    steps: {
      processing: 'Kabari lewat WhatsApp: sedang disiapkan',
      ready: 'Kabari lewat WhatsApp: sudah siap',
      shipped: 'Kabari lewat WhatsApp: sudah dikirim',
      completed: 'Kabari lewat WhatsApp: selesai',
      cancelled: 'Kabari lewat WhatsApp: dibatalkan',
    },
  },
  en: {
    title: 'Tell the customer',
    steps: {
      processing: 'Tell by WhatsApp: being prepared',
      ready: 'Tell by WhatsApp: ready',
      shipped: 'Tell by WhatsApp: on its way',
      completed: 'Tell by WhatsApp: complete',
      cancelled: 'Tell by WhatsApp: cancelled',
    },
  },
}
