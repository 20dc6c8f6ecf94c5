import { formatRupiah } from '../lib/money.ts'
import type { WholeOrder } from '../orders/find-order.ts'
import { describeMakings } from '../orders/making-lines.ts'
import { computeSurcharge } from '../payments/compute-surcharge.ts'
import { isFullyRefunded, type Payment } from '../payments/payment.ts'
import { drawReceiptPicture, type ReceiptPicture } from './draw-receipt-picture.ts'
import type { Picture, PictureReader } from './picture.ts'
import { pictureTexts } from './picture-texts.ts'

export type ReceiptOrder = Pick<
  WholeOrder,
  'orderNumber' | 'mode' | 'items' | 'total' | 'deliveryFee' | 'deliveryZone' | 'discount' | 'couponCode' | 'paidAt'
>

export type ReceiptPayment = Pick<
  Payment,
  | 'invoiceId'
  | 'mode'
  | 'amount'
  | 'finalAmount'
  | 'uniqueCode'
  | 'description'
  | 'paidAt'
  | 'paidAmount'
  | 'paidVia'
  | 'paymentMethod'
  | 'paidReffNum'
  | 'refundedAt'
  | 'refundedAmount'
>

/** The subject of a receipt: an order, a payment, or a payment of an order. */
export type ReceiptSubject = {
  shop: string
  /** The public address that confirms whether the receipt is genuine. */
  check: string
} & ({ order: ReceiptOrder; payment: ReceiptPayment | null } | { order: null; payment: ReceiptPayment })

/** Incremented whenever receipts look different. */
const edition = 3

/** Returns the picture of a receipt for something that was paid. */
export function createReceiptPicture(subject: ReceiptSubject, reader: PictureReader): Picture {
  const { order, payment, check } = subject
  const number = order?.orderNumber ?? payment!.invoiceId
  const refunded = payment?.refundedAt ? ` refunded ${payment.refundedAmount}` : ''
  return {
    key: `receipt ${edition} ${number} ${check} ${reader.language}${refunded}`,
    name: pictureTexts[reader.language].receiptFile(number),
    bytes: () => drawReceiptPicture(makePicture(subject, reader)),
  }
}

function makePicture(bought: ReceiptSubject, { language, moment }: PictureReader): ReceiptPicture {
  const { shop, order, payment, check } = bought
  const words = pictureTexts[language]
  const paidAt = payment?.paidAt ?? order?.paidAt
  const via = payment?.paidVia ?? payment?.paymentMethod
  return {
    shop,
    title: words.receipt,
    facts: [
      ...(order ? [`${words.order}: ${order.orderNumber}`] : []),
      ...(payment ? [`${words.invoice}: ${payment.invoiceId}`] : []),
      ...(paidAt ? [`${words.paidAt}: ${moment(paidAt)}`] : []),
    ],
    lines: listLines(bought, language),
    total: {
      name: words.totalPaid,
      amount: formatRupiah(payment ? (payment.paidAmount ?? payment.finalAmount) : order!.total),
    },
    footer: [
      ...(via ? [`${words.method}: ${words.methods[via] ?? via}`] : []),
      ...(payment?.paidReffNum ? [`${words.reference}: ${payment.paidReffNum}`] : []),
    ],
    check: { address: check, text: words.check },
    mark: findMark(bought, language),
  }
}

function findMark({ order, payment }: ReceiptSubject, language: PictureReader['language']): string | null {
  const words = pictureTexts[language]
  const marks = [(order ?? payment)!.mode === 'test' && words.test, payment?.refundedAt && refundedMark(payment, words)]
  return marks.filter(Boolean).join(' · ') || null
}

function refundedMark(payment: ReceiptPayment, words: (typeof pictureTexts)[PictureReader['language']]): string {
  return isFullyRefunded(payment) ? words.refunded : `${words.refunded} ${formatRupiah(payment.refundedAmount!)}`
}

type Line = ReceiptPicture['lines'][number]

function listLines({ order, payment }: ReceiptSubject, language: PictureReader['language']): Line[] {
  const words = pictureTexts[language]
  const code = payment?.uniqueCode ?? 0
  const fee = payment ? computeSurcharge(payment) : 0
  return [
    ...(order
      ? listOrderAmounts(order, language)
      : [{ name: payment.description ?? words.payment, amount: formatRupiah(payment.amount) }]),
    ...(code === 0 ? [] : [{ name: words.uniqueCode, amount: formatRupiah(code) }]),
    ...(fee === 0 ? [] : [{ name: words.fee, amount: formatRupiah(fee) }]),
  ]
}

/** Returns an order's amounts, line by line: its goods, the delivery, and the coupon's discount. */
export function listOrderAmounts(
  {
    items,
    deliveryFee,
    deliveryZone,
    discount,
    couponCode,
  }: Pick<ReceiptOrder, 'items' | 'deliveryFee' | 'deliveryZone' | 'discount' | 'couponCode'>,
  language: PictureReader['language'],
): Line[] {
  const words = pictureTexts[language]
  const delivery = deliveryZone === null ? words.delivery : `${words.delivery} (${deliveryZone})`
  return [
    ...[...items].map(item => ({
      name: [`${item.name()} × ${item.quantity}`, ...describeMakings(item, language, 'prices')].join(' · '),
      amount: formatRupiah(item.total()),
    })),
    ...(deliveryFee > 0 ? [{ name: delivery, amount: formatRupiah(deliveryFee) }] : []),
    ...(discount > 0 ? [{ name: words.coupon(couponCode ?? ''), amount: `-${formatRupiah(discount)}` }] : []),
  ]
}
