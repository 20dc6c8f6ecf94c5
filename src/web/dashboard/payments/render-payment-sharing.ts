import { Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import { paymentUrl } from '../../../payments/payment-url.ts'
import { type ReadyText, writeReadyText } from '../../../payments/ready-texts.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { linkButton } from '../../parts/card.ts'
import { copyButton } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'

/**
 * Renders the link of an open payment, as text, as a QR code and as a bill for WhatsApp; the receipt of a paid one.
 * Null for any other.
 */
export function renderPaymentSharing(shared: ReadyText): Html | null {
  const { config, language, payment } = shared
  const text = writeReadyText(shared)
  if (text === null) return null
  const send = whatsAppLink(language, payment.customerPhone, text)
  if (payment.status === 'paid') return html`<p class="inline">${send}</p>`
  const say = texts[language]
  const url = paymentUrl(config, payment.invoiceId)
  return html`<div class="inline">
      <p class="field">
        <label for="pay-link">${say.link}</label>
        <input id="pay-link" readonly value="${url}">
      </p>
      ${copyButton(language, 'pay-link')}
      ${send}
    </div>
    <a class="code" href="#code" aria-label="${say.enlarge}" data-testid="link-code">${drawn(url)}</a>
    <div class="whole" id="code" role="dialog" aria-label="${say.scan}">
      ${drawn(url)}
      <p><b>${formatRupiah(payment.finalAmount)}</b><br>${say.scan}</p>
      ${linkButton('#main', say.close, 'quiet')}
    </div>`
}

/** Renders the button that opens WhatsApp with a prepared message. */
export function whatsAppLink(language: Language, phone: string | null, text: string, label?: string): Html {
  const target = html`target="_blank" rel="noopener noreferrer" data-testid="whatsapp"`
  const name = label ?? texts[language].whatsApp
  return html`<a class="button quiet" href="${makeWhatsAppLink(phone, text)}" ${target}>${name}</a>`
}

const drawn = (url: string) => new Html(qrSvg(url))

interface ShareTexts {
  link: string
  whatsApp: string
  enlarge: string
  scan: string
  close: string
}

const texts: Record<Language, ShareTexts> = {
  id: {
    link: 'Tautan untuk pelanggan',
    whatsApp: 'Kirim lewat WhatsApp',
    enlarge: 'Perbesar kode tautan ini',
    scan: 'Scan untuk membuka halaman pembayaran',
    close: 'Tutup',
  },
  en: {
    link: 'Link for the customer',
    whatsApp: 'Send by WhatsApp',
    enlarge: 'Enlarge the code of this link',
    scan: 'Scan to open the payment page',
    close: 'Close',
  },
}
