import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { whatsAppAddress } from '../../lib/phone.ts'
import type { Language } from '../parts/language.ts'
import type { Shown } from './payment-parts.ts'

/** The seller, for a payer whose payment has ended without being paid; null where the shop says nothing of itself. */
export function sellerContact({ contact, language, payment }: Shown): Html | null {
  const { whatsapp = null, phone = null, address = null } = contact ?? {}
  if (whatsapp === null && phone === null && address === null) return null
  const say = texts[language]
  const { invoiceId, finalAmount, merchantName } = payment
  const text = say.message(merchantName, invoiceId, formatRupiah(finalAmount))
  const attributes = html`target="_blank" rel="noopener noreferrer"`
  const chat =
    whatsapp !== null &&
    html`<a class="button quiet" href="${whatsAppAddress(whatsapp, text)}" ${attributes}>${say.whatsapp}</a>`
  const call =
    phone !== null &&
    html`<a class="button quiet" href="${`tel:${phone.replace(/[^+\d]/g, '')}`}">
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
  message(merchant: string, invoiceId: string, amount: string): string
}

const texts: Record<Language, ContactTexts> = {
  id: {
    whatsapp: 'Tanya penjual di WhatsApp',
    call: phone => `Telepon ${phone}`,
    address: 'Alamat:',
    message: (merchant, invoiceId, amount) =>
      `Halo ${merchant}, saya mau bertanya tentang tagihan ${invoiceId} sebesar ${amount}.`,
  },
  en: {
    whatsapp: 'Ask the seller on WhatsApp',
    call: phone => `Call ${phone}`,
    address: 'Address:',
    message: (merchant, invoiceId, amount) =>
      `Hello ${merchant}, I have a question about invoice ${invoiceId} of ${amount}.`,
  },
}
