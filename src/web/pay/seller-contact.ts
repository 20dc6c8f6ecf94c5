import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { makeTelLink, makeWhatsAppLink } from '../../lib/phone.ts'
import type { Language } from '../parts/language.ts'
import type { PaymentPageView } from './payment-parts.ts'

/** The payment or bill that a payer asks about. */
interface About {
  merchant: string
  /** The name by which the seller finds it: an invoice id, or the title of a bill. */
  name: string
  /** The formatted amount. */
  amount: string
}

/** Renders the seller's contact, for a payer whose payment has ended unpaid; null if the shop has none. */
export function renderSellerContact({ contact, language, payment }: PaymentPageView): Html | null {
  const { invoiceId, finalAmount, merchantName } = payment
  return contactCard(contact, language, {
    merchant: merchantName,
    name: invoiceId,
    amount: formatRupiah(finalAmount),
  })
}

/** Renders the ways to contact the seller, with a prepared question for WhatsApp; null if the shop has none. */
export function contactCard(contact: PaymentPageView['contact'], language: Language, subject: About): Html | null {
  const { whatsapp = null, phone = null, address = null } = contact ?? {}
  if (whatsapp === null && phone === null && address === null) return null
  const say = texts[language]
  const text = say.message(subject)
  const attributes = html`target="_blank" rel="noopener noreferrer"`
  const chat =
    whatsapp !== null &&
    html`<a class="button quiet" href="${makeWhatsAppLink(whatsapp, text)}" ${attributes}>${say.whatsapp}</a>`
  const call =
    phone !== null &&
    html`<a class="button quiet" href="${makeTelLink(phone)}">
      ${say.call(phone)}</a>`
  return html`<div class="seller unprinted" data-testid="seller">
    ${(chat || call) && html`<div class="beside">${chat}${call}</div>`}
    ${address !== null && html`<p>${say.address} ${address}</p>`}
  </div>`
}

interface ContactTexts {
  whatsapp: string
  call(phone: string): string
  address: string
  message(about: About): string
}

const texts: Record<Language, ContactTexts> = {
  id: {
    whatsapp: 'Tanya penjual di WhatsApp',
    call: phone => `Telepon ${phone}`,
    address: 'Alamat:',
    message: ({ merchant, name, amount }) =>
      `Halo ${merchant}, saya mau bertanya tentang tagihan ${name} sebesar ${amount}.`,
  },
  en: {
    whatsapp: 'Ask the seller on WhatsApp',
    call: phone => `Call ${phone}`,
    address: 'Address:',
    message: ({ merchant, name, amount }) => `Hello ${merchant}, I have a question about bill ${name} of ${amount}.`,
  },
}
