import type { Message } from '../../../bot/telegram/message.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { makeVoice, type Voice } from '../../../bot/texts/voice.ts'
import { Category } from '../../../src/catalog/category.ts'
import type { FoundCategory } from '../../../src/catalog/find-category.ts'
import type { ShownProduct } from '../../../src/catalog/find-product.ts'
import { Product, Variant } from '../../../src/catalog/product.ts'
import { createCalendar } from '../../../src/lib/calendar.ts'
import { Cart } from '../../../src/orders/cart/cart.ts'
import { CartLine, type FilledLine } from '../../../src/orders/cart/cart-line.ts'
import { Customer } from '../../../src/orders/customers/customer.ts'
import type { WholeOrder } from '../../../src/orders/find-order.ts'
import { Order, OrderItem } from '../../../src/orders/order.ts'
import { noShipment } from '../../../src/orders/shipping/shipment.ts'
import { Payment } from '../../../src/payments/payment.ts'
import type { PaymentView } from '../../../src/payments/view-payment.ts'

/** 14.05 WIB on 21 Nov 2026. */
export const now = new Date('2026-11-21T07:05:00Z')

export const id: Voice = makeVoice({ app: { calendar: createCalendar('Asia/Jakarta') }, language: 'id', t: texts.id })
export const en: Voice = makeVoice({ app: { calendar: createCalendar('Asia/Jakarta') }, language: 'en', t: texts.en })

/** Renders a message as lines: its picture or document, its markup, and each row of buttons with their effect. */
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
type ShownVariant = ShownProduct['variants']['$'][number]
type WholeItem = WholeOrder['items']['$'][number]

const publicId = (letter: string) => letter.repeat(22)

/** Returns an entity as if it had been read, without a database. */
function read<Entity>({ prototype }: { prototype: Entity }, fields: object): Entity {
  return Object.assign(Object.create(prototype as object), fields)
}

/** Returns a collection as if it had been read with its owner. */
function collection<Item>(items: Item[]): Item[] {
  return Object.assign(items, { $: items, exists: items.some.bind(items) })
}

export function category(change: Partial<Record<keyof Category, unknown>> = {}): FoundCategory {
  return read(Category, {
    publicId: publicId('c'),
    name: 'Minuman',
    parent: null,
    isActive: true,
    ...change,
  }) as FoundCategory
}

type Sample<Entity> = Partial<Record<keyof Entity, unknown>>

interface VariantSample extends Omit<Sample<Variant>, 'available'> {
  /** The available quantity; null for unlimited. */
  available?: number | null
}

export function variant({ available = 12, ...change }: VariantSample = {}): ShownVariant {
  const usual = {
    publicId: publicId('v'),
    name: '',
    price: 18_000,
    starPrice: null,
    stockMode: 'counter',
    stocks: collection(available === null ? [] : [{ orderable: available }]),
    isActive: true,
  }
  return read(Variant, { ...usual, ...change }) as ShownVariant
}

export function product({ variants = [variant()], ...change }: Sample<Product> & { variants?: ShownVariant[] } = {}) {
  return read(Product, {
    publicId: publicId('p'),
    name: `Kopi ${hostile}`,
    kind: 'physical',
    description: 'Diseduh pagi.',
    category: category(),
    asks: [],
    image: null,
    isActive: true,
    variants: collection(variants),
    ...change,
  }) as ShownProduct
}

export function cartLine(change: VariantSample = {}): FilledLine {
  const goods = variant({ name: 'Besar', price: 20_000, product: product(), ...change })
  return read(CartLine, { variant: goods, quantity: 2 }) as FilledLine
}

export function cart(lines = [cartLine()]): Cart {
  return new Cart(read(Customer, { phone: null, address: null }), { lines, makings: [], groups: new Map() })
}

interface ItemSample extends Omit<Sample<OrderItem>, 'units'> {
  units?: string[]
}

export function item({ units = [], ...change }: ItemSample = {}): WholeItem {
  return read(OrderItem, {
    id: 7,
    productName: `Kopi ${hostile}`,
    variantName: 'Besar',
    kind: 'physical',
    stockMode: 'counter',
    price: 20_000,
    quantity: 2,
    stockState: 'held',
    deliveredAt: null,
    surcharge: 0,
    makings: collection([]),
    units: collection(units.map(line => ({ line, state: 'sold' }))),
    file: null,
    content: null,
    ...change,
  }) as WholeItem
}

interface OrderSample extends Omit<Sample<Order>, 'items' | 'payment'> {
  items?: WholeItem[]
  payment?: Payment
}

export function order({ items = [item()], payment, ...change }: OrderSample = {}): WholeOrder {
  return read(Order, {
    id: 3,
    accountId: 1,
    mode: 'live',
    orderNumber: 'ORD-261121-ABC123',
    token: publicId('t'),
    customerId: 5,
    status: 'pending',
    total: 40_000,
    discount: 0,
    couponCode: null,
    deliveryFee: 0,
    receiving: null,
    deliveryZone: null,
    tableNumber: null,
    slotAt: null,
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
    ...noShipment,
    items: collection(items),
    invoices: collection(payment ? [{ payment: Object.assign(Object.create(Payment.prototype), payment) }] : []),
    ...change,
  }) as WholeOrder
}

export function paymentView(change: Partial<PaymentView> = {}): PaymentView {
  return {
    accountId: 1,
    file: null,
    content: null,
    productImage: null,
    isForeign: false,
    invoiceId: 'INV-2NVWR5F7P4WPSG18SPTZ',
    mode: 'live',
    paymentMethod: 'qris',
    offers: [],
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
    refundedAt: null,
    refundedAmount: null,
    refunds: null,
    paidVia: null,
    endReason: null,
    phase: 'payable',
    merchantName: `Warung Kopi ${hostile}`,
    merchantLogo: null,
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
    file: null,
    content: null,
    productImage: null,
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
