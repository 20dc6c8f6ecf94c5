import type { Config } from '../config.ts'
import { formatRupiah } from '../lib/money.ts'
import { toLocalTime } from '../lib/wall-clock.ts'
import type { Payment } from './payment.ts'
import { paymentUrl } from './payment-url.ts'

export interface ReadyText {
  config: Pick<Config, 'baseUrl' | 'timeZone'>
  language: 'id' | 'en'
  payment: Payment
  /** The shop's name, as its customers know it. */
  merchant: string
}

/**
 * Returns a prepared message: the bill of an open payment, the receipt of a paid one, or the notice of a refund. Null
 * for any other.
 */
export function writeReadyText(ready: ReadyText): string | null {
  const { config, language, payment } = ready
  const url = paymentUrl(config, payment.invoiceId)
  if (payment.refundedAt !== null) return texts[language].refund(ready, url)
  if (payment.status === 'paid') return texts[language].receipt(ready, url)
  return payment.status === 'pending' ? texts[language].bill(ready, url) : null
}

const texts = {
  id: {
    bill: (ready: ReadyText, url: string) =>
      linesOf(
        `Halo${named(ready.payment)}, ini tagihan dari ${ready.merchant}.`,
        ready.payment.description,
        `Total: ${formatRupiah(ready.payment.finalAmount)}`,
        `Bayar tepat sampai digit terakhir, sebelum ${formatDeadline(ready)}:`,
        url,
      ),
    receipt: ({ payment, merchant }: ReadyText, url: string) =>
      linesOf(
        `Halo${named(payment)}, pembayaran ${received(payment)} untuk ${merchant} sudah kami terima. Terima kasih!`,
        payment.description,
        `Struk: ${url}`,
      ),
    refund: ({ payment, merchant }: ReadyText, url: string) =>
      linesOf(
        `Halo${named(payment)}, ${returned(payment)} dari pembayaranmu ke ${merchant} sudah kami kembalikan.`,
        payment.description,
        `Belum menerimanya? Balas pesan ini. Rinciannya: ${url}`,
      ),
  },
  en: {
    bill: (ready: ReadyText, url: string) =>
      linesOf(
        `Hello${named(ready.payment)}, this is a bill from ${ready.merchant}.`,
        ready.payment.description,
        `Total: ${formatRupiah(ready.payment.finalAmount)}`,
        `Please pay exactly this amount before ${formatDeadline(ready)}:`,
        url,
      ),
    receipt: ({ payment, merchant }: ReadyText, url: string) =>
      linesOf(
        `Hello${named(payment)}, ${merchant} has received your payment of ${received(payment)}. Thank you!`,
        payment.description,
        `Receipt: ${url}`,
      ),
    refund: ({ payment, merchant }: ReadyText, url: string) =>
      linesOf(
        `Hello${named(payment)}, ${merchant} has refunded ${returned(payment)} of your payment.`,
        payment.description,
        `Haven’t got it? Reply to this message. Details: ${url}`,
      ),
  },
}

const named = ({ customerName }: Payment) => (customerName ? ` ${customerName}` : '')

const received = ({ paidAmount, finalAmount }: Payment) => formatRupiah(paidAmount ?? finalAmount)

const returned = ({ refundedAmount }: Payment) => formatRupiah(refundedAmount!)

/** Returns the full date and time, because the message may be read on another day. */
function formatDeadline({ config, language, payment }: ReadyText): string {
  const { day, time } = toLocalTime(config.timeZone, payment.expiresAt, language)
  return `${day}, ${time}`
}

const linesOf = (...each: (string | null)[]) => each.filter(Boolean).join('\n')
