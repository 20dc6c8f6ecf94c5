import { formatRupiah } from '../../lib/money.ts'
import type { WholeOrder } from '../../orders/find-order.ts'
import { describeShipment } from '../../orders/shipping/shipped-text.ts'
import type { Payment } from '../../payments/payment.ts'
import type { MailStep } from './mail-wish.ts'

interface MailFacts {
  step: MailStep
  language: 'id' | 'en'
  /** The name of the shop. */
  shop: string
  payment: Payment
  /** The order; null for a payment without one. */
  order: WholeOrder | null
  /** The refunded amount, in whole rupiah; null for other steps. */
  amount: number | null
  /** The address of the payment's page. */
  url: string
  unsubscribeUrl: string
}

/**
 * Returns the e-mail about a step of an order or a payment. It does not contain the customer's name: anyone can type a
 * name and a stranger's address, and could thus send them any text.
 */
export function writeMailMessage(facts: MailFacts): { subject: string; text: string } {
  const { step, language, shop, payment, order, amount, url, unsubscribeUrl } = facts
  const say = texts[language]
  const about = order ? say.order(order.orderNumber) : say.payment(payment.description ?? payment.invoiceId)
  const money = formatRupiah(step === 'refunded' ? amount! : (payment.paidAmount ?? payment.finalAmount))
  const words = say.steps[step]({ about, money, shop })
  const shipment = step === 'shipped' && order ? describeShipment(order, language) : []
  const goods = order && `${order.summary()}, ${formatRupiah(order.total)}`
  const body = [say.hello, words.text, goods, ...shipment].filter(Boolean).join('\n')
  const mark = payment.mode === 'test' ? say.test : ''
  return {
    subject: `${mark}${words.title} · ${shop}`,
    text: `${body}\n\n${say.page} ${url}\n\n${say.stop(shop)} ${unsubscribeUrl}\n`,
  }
}

interface CustomerMailFacts {
  about: string
  money: string
  shop: string
}
type Step = (facts: CustomerMailFacts) => { title: string; text: string }

interface MailTexts {
  test: string
  hello: string
  order(number: string): string
  payment(name: string): string
  steps: Record<MailStep, Step>
  page: string
  stop(shop: string): string
}

const texts: Record<'id' | 'en', MailTexts> = {
  id: {
    test: 'Uji: ',
    hello: 'Halo,',
    order: number => `Pesanan ${number}`,
    payment: name => `Tagihan ${name}`,
    steps: {
      received: ({ about, money, shop }) => ({
        title: `${about} diterima`,
        text: `${about} sudah diterima ${shop}. Bayar ${money} di halamannya kalau belum.`,
      }),
      paid: ({ about, money, shop }) => ({
        title: `${about} sudah dibayar`,
        text: `Pembayaran ${money} sudah diterima ${shop}. Terima kasih!`,
      }),
      ready: ({ about, shop }) => ({ title: `${about} sudah siap`, text: `${about} dari ${shop} sudah siap.` }),
      shipped: ({ about, shop }) => ({
        title: `${about} sudah dikirim`,
        text: `${about} dari ${shop} sudah dikirim.`,
      }),
      cancelled: ({ about, shop }) => ({
        title: `${about} dibatalkan`,
        text: `Maaf, ${about} dari ${shop} dibatalkan. Kalau sudah membayar, toko mengembalikan uangmu.`,
      }),
      refunded: ({ about, money, shop }) => ({
        title: `Uang dari ${about} dikembalikan`,
        text: `${shop} mencatat bahwa ${money} sudah dikembalikan kepadamu. Belum menerimanya? Hubungi toko.`,
      }),
    },
    page: 'Rinciannya:',
    stop: shop => `Tidak mau e-mail dari ${shop} lagi?`,
  },
  en: {
    test: 'Test: ',
    hello: 'Hello,',
    order: number => `Order ${number}`,
    payment: name => `Bill ${name}`,
    steps: {
      received: ({ about, money, shop }) => ({
        title: `${about} received`,
        text: `${shop} has received ${about}. Please pay ${money} on its page if you have not yet.`,
      }),
      paid: ({ about, money, shop }) => ({
        title: `${about} is paid`,
        text: `${shop} has received your payment of ${money}. Thank you!`,
      }),
      ready: ({ about, shop }) => ({ title: `${about} is ready`, text: `${about} from ${shop} is ready.` }),
      shipped: ({ about, shop }) => ({ title: `${about} is on its way`, text: `${about} from ${shop} is on its way.` }),
      cancelled: ({ about, shop }) => ({
        title: `${about} was cancelled`,
        text: `Sorry, ${about} from ${shop} was cancelled. If you have paid, the shop will refund you.`,
      }),
      refunded: ({ about, money, shop }) => ({
        title: `${about}: refund`,
        text: `${shop} has noted that ${money} was returned to you. Haven’t got it? Contact the shop.`,
      }),
    },
    page: 'Details:',
    stop: shop => `No more e-mail from ${shop}?`,
  },
}
