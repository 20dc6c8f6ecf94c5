import { Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { App } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'
import { paymentUrl } from '../../payments/payment-url.ts'
import { qrSvg } from '../../qris/picture.ts'
import { linkButton } from '../parts/card.ts'
import { copyButton } from '../parts/forms.ts'
import type { Language } from '../parts/language.ts'
import { whatsAppAddress } from '../parts/whatsapp.ts'

interface Shared {
  app: Pick<App, 'config' | 'calendar'>
  language: Language
  payment: Payment
  /** The name of the shop, as its customers know it. */
  merchant: string
}

/**
 * The link of an open payment, as text, as a QR and as a bill for WhatsApp; the receipt of a paid one. Null for any
 * other.
 */
export function sharePayment(shared: Shared): Html | null {
  const { app, language, payment } = shared
  const say = texts[language]
  const url = paymentUrl(app.config, payment.invoiceId)
  if (payment.status === 'paid') return html`<p class="inline">${byWhatsApp(shared, say.receipt(shared, url))}</p>`
  if (payment.status !== 'pending') return null
  return html`<div class="inline">
      <p class="field">
        <label for="pay-link">${say.link}</label>
        <input id="pay-link" readonly value="${url}">
      </p>
      ${copyButton(language, 'pay-link')}
      ${byWhatsApp(shared, say.bill(shared, url))}
    </div>
    <a class="code" href="#code" aria-label="${say.enlarge}" data-testid="link-code">${drawn(url)}</a>
    <div class="whole" id="code" role="dialog" aria-label="${say.scan}">
      ${drawn(url)}
      <p><b>${formatRupiah(payment.finalAmount)}</b><br>${say.scan}</p>
      ${linkButton('#main', say.close, 'quiet')}
    </div>`
}

function byWhatsApp({ language, payment }: Shared, text: string): Html {
  const address = whatsAppAddress(payment.customerPhone, text)
  const target = html`target="_blank" rel="noopener noreferrer" data-testid="whatsapp"`
  return html`<a class="button quiet" href="${address}" ${target}>${texts[language].whatsApp}</a>`
}

const drawn = (url: string) => new Html(qrSvg(url))

interface ShareTexts {
  link: string
  whatsApp: string
  enlarge: string
  scan: string
  close: string
  bill: (shared: Shared, url: string) => string
  receipt: (shared: Shared, url: string) => string
}

const texts: Record<Language, ShareTexts> = {
  id: {
    link: 'Tautan untuk pelanggan',
    whatsApp: 'Kirim lewat WhatsApp',
    enlarge: 'Perbesar kode tautan ini',
    scan: 'Pindai untuk membuka halaman pembayaran',
    close: 'Tutup',
    bill: ({ app, payment, merchant }, url) =>
      lines(
        `Halo${named(payment)}, ini tagihan dari ${merchant}.`,
        payment.description,
        `Total: ${formatRupiah(payment.finalAmount)}`,
        `Bayar tepat sampai digit terakhir, sebelum ${app.calendar.format(payment.expiresAt)}:`,
        url,
      ),
    receipt: ({ payment, merchant }, url) =>
      lines(
        `Halo${named(payment)}, pembayaran ${received(payment)} untuk ${merchant} sudah kami terima. Terima kasih!`,
        payment.description,
        `Struk: ${url}`,
      ),
  },
  en: {
    link: 'Link for the customer',
    whatsApp: 'Send by WhatsApp',
    enlarge: 'Enlarge the code of this link',
    scan: 'Scan to open the payment page',
    close: 'Close',
    bill: ({ app, payment, merchant }, url) =>
      lines(
        `Hello${named(payment)}, this is a bill from ${merchant}.`,
        payment.description,
        `Total: ${formatRupiah(payment.finalAmount)}`,
        `Please pay exactly this amount before ${app.calendar.format(payment.expiresAt)}:`,
        url,
      ),
    receipt: ({ payment, merchant }, url) =>
      lines(
        `Hello${named(payment)}, ${merchant} has received your payment of ${received(payment)}. Thank you!`,
        payment.description,
        `Receipt: ${url}`,
      ),
  },
}

const named = ({ customerName }: Payment) => (customerName ? ` ${customerName}` : '')

const received = ({ paidAmount, finalAmount }: Payment) => formatRupiah(paidAmount ?? finalAmount)

const lines = (...each: (string | null)[]) => each.filter(Boolean).join('\n')
