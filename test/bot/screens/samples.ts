import type { Message } from '../../../bot/telegram/message.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { type Voice, voiceOf } from '../../../bot/texts/voice.ts'
import type { ProductCard, ProductView } from '../../../src/catalog/product.ts'
import { createCalendar } from '../../../src/lib/calendar.ts'
import type { Cart, DeliveredItem, OrderView } from '../../../src/orders/order.ts'
import type { Payment } from '../../../src/payments/payment.ts'
import type { PaymentView } from '../../../src/payments/view-payment.ts'

/** 14.05 WIB on 21 Nov 2026. */
export const now = new Date('2026-11-21T07:05:00Z')

export const id: Voice = voiceOf({ app: { calendar: createCalendar('Asia/Jakarta') }, language: 'id', t: texts.id })
export const en: Voice = voiceOf({ app: { calendar: createCalendar('Asia/Jakarta') }, language: 'en', t: texts.en })

/** A message as lines: its picture or document, its markup, and each row of buttons with what it does. */
export function seen(message: Message): string {
  const rows = (message.buttons ?? []).map(row =>
    row
      .map(({ text, style, ...does }) => `[${text}]${style ? ` ${style}` : ''} ${Object.entries(does)[0]!.join(' ')}`)
      .join(' | '),
  )
  return [
    ...(message.photo ? [`(photo ${message.photo.name})`] : []),
    ...(message.document ? [`(document ${message.document.name})`] : []),
    message.text.text.replaceAll('\u00a0', '~'),
    ...rows,
    ...(message.isProtected ? ['(protected)'] : []),
  ].join('\n')
}

export const hostile = '<b>&"'
const publicId = (letter: string) => letter.repeat(22)

export function productCard(change: Partial<ProductCard> = {}): ProductCard {
  return {
    id: publicId('p'),
    name: `Kopi ${hostile}`,
    kind: 'physical',
    priceMin: 18_000,
    priceMax: 18_000,
    isSoldOut: false,
    variantCount: 1,
    image: null,
    ...change,
  }
}

export function product(change: Partial<ProductView> = {}): ProductView {
  return {
    ...productCard(),
    description: 'Diseduh pagi.',
    category: { id: publicId('c'), name: 'Minuman' },
    asks: [],
    variants: [{ id: publicId('v'), name: '', price: 18_000, stockMode: 'counter', available: 12 }],
    ...change,
  }
}

export function cart(change: Partial<Cart> = {}): Cart {
  return {
    lines: [
      {
        variantId: publicId('v'),
        productId: publicId('p'),
        productName: `Kopi ${hostile}`,
        variantName: 'Besar',
        kind: 'physical',
        price: 20_000,
        quantity: 2,
        lineTotal: 40_000,
        available: 12,
        problem: null,
        image: null,
      },
    ],
    total: 40_000,
    unitCount: 2,
    asks: [],
    phone: null,
    address: null,
    ...change,
  }
}

export function item(change: Partial<DeliveredItem> = {}): DeliveredItem {
  return {
    id: 7,
    productName: `Kopi ${hostile}`,
    variantName: 'Besar',
    kind: 'physical',
    stockMode: 'counter',
    price: 20_000,
    quantity: 2,
    stockState: 'held',
    deliveredAt: null,
    units: [],
    file: null,
    content: null,
    ...change,
  }
}

export function order(change: Partial<OrderView> = {}): OrderView {
  return {
    id: 3,
    accountId: 1,
    mode: 'live',
    orderNumber: 'ORD-261121-ABC123',
    token: publicId('t'),
    customerId: 5,
    status: 'pending',
    total: 40_000,
    customerName: `Ayu ${hostile}`,
    customerPhone: null,
    address: null,
    note: null,
    invoiceCount: 0,
    heldUntil: new Date('2026-11-21T07:20:00Z'),
    refundDue: false,
    cancelledBy: null,
    sellerNote: null,
    createdAt: now,
    paidAt: null,
    completedAt: null,
    cancelledAt: null,
    items: [item()],
    payment: null,
    ...change,
  } as OrderView
}

export function paymentView(change: Partial<PaymentView> = {}): PaymentView {
  return {
    accountId: 1,
    fileId: null,
    contentId: null,
    productImageId: null,
    invoiceId: 'INV-2NVWR5F7P4WPSG18SPTZ',
    mode: 'live',
    paymentMethod: 'qris',
    offers: [],
    inReview: [],
    amount: 40_000,
    uniqueCode: 321,
    finalAmount: 40_321,
    status: 'pending',
    description: null,
    customerName: null,
    redirectUrl: null,
    createdAt: now,
    expiresAt: new Date('2026-11-21T07:35:00Z'),
    paidAt: null,
    paidAmount: null,
    paidReffNum: null,
    endReason: null,
    phase: 'payable',
    merchantName: `Warung Kopi ${hostile}`,
    qris: qrisText,
    isStaticCode: false,
    receivingAccount: null,
    ...change,
  }
}

export function paidPayment(change: Partial<Payment> = {}): Payment {
  return {
    ...paymentView(),
    status: 'paid',
    paidAt: new Date('2026-11-21T07:11:00Z'),
    paidAmount: 40_321,
    paidVia: 'qris',
    paidReffNum: 'REF-9',
    paidLate: false,
    customerEmail: null,
    customerPhone: null,
    callbackUrl: null,
    fileId: null,
    contentId: null,
    productImageId: null,
    useQrisConverter: false,
    convertedQris: null,
    payerName: null,
    payerApp: null,
    ...change,
  } as Payment
}

// A code of the public example merchant with its amount in tag 54.
const qrisText =
  '00020101021226570011ID.DANA.WWW011893600915302259148102090225914810303UMI51440014ID.CO.QRIS.WWW0215ID10200176114730303UMI5204581253033605405403215802ID5922Warung Sayur Bu Sugeng6010Kab. Demak610559567630458C7'

export const picturePayment = { qris: qrisText }
