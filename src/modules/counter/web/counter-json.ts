import { type HandoverGoods, listHandoverGoods } from '../../../catalog/options/list-handover-goods.ts'
import { describePhoneTrouble } from '../../../connections/pairing/phone-trouble-texts.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import { toLocalTime } from '../../../lib/wall-clock.ts'
import type { App, Needs } from '../../../needs.ts'
import { findPhoneTrouble } from '../../../notices/phones/find-phone-trouble.ts'
import { describeMakings } from '../../../orders/making-lines.ts'
import type { Order } from '../../../orders/order.ts'
import type { ReceiptNumber } from '../../../orders/receipts/receipt-token.ts'
import { receiptUrl } from '../../../orders/receipts/receipt-url.ts'
import { isFullyRefunded } from '../../../payments/payment.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { makePath } from '../../../web/parts/address.ts'
import type { Language } from '../../../web/parts/language.ts'
import { picturePath } from '../../../web/parts/product-picture.ts'
import type { Cashier } from '../cashier.ts'
import type { ClosedShiftTotals } from '../close-shift.ts'
import { CounterRules } from '../counter-rules.ts'
import type { Device } from '../device.ts'
import { listCashiers } from '../list-cashiers.ts'
import type { ListedSale } from '../list-sales.ts'
import { findNextNumber, sumOfflineUse } from '../offline/receive-offline-sale.ts'
import { Shift } from '../shift.ts'
import { listBills } from '../tables/change-bill.ts'
import { KitchenStation } from '../tables/kitchen-station.ts'
import type { OpenBill } from '../tables/open-bill.ts'
import { listStuckTickets } from '../tables/take-tickets.ts'
import { counterTexts } from '../texts/counter-texts.ts'
import type { SaleView } from '../view-sale.ts'
import type {
  ClosedShift,
  CounterState,
  OfferedGoods,
  OpenBillView,
  SaleInList,
  SaleState,
  ShownSale,
  StuckTicket,
} from './counter-answers.ts'

/** Returns everything that a counter shows before it sells. Amounts in whole rupiah. */
export async function readCounterState(app: App, device: Device, language: Language): Promise<CounterState> {
  const { id, accountId, mode } = device
  const em = app.em({ accountId, mode })
  const [cashiers, shift, rules, goods, trouble, bills, stations, stuck] = await Promise.all([
    listCashiers(app, accountId),
    em.findOne(Shift, { device: id, closedAt: null }, { populate: ['cashier'] }),
    app.em({ accountId }).findOne(CounterRules, { account: accountId }),
    listHandoverGoods(app, { accountId, mode }),
    findPhoneTrouble(app, { accountId, mode }),
    listBills(app, device),
    app.em({ accountId }).find(KitchenStation, {}, { orderBy: { id: 'asc' } }),
    listStuckTickets(app, device),
  ])
  const active = cashiers.filter(({ isActive }) => isActive)
  const here = active.find(one => one.id === device.cashier?.id)
  const { day, time } = toLocalTime(app.config.timeZone, app.now(), language)
  return {
    // A phone without a connection shows how old its prices are, by the shop's clock.
    at: `${day}, ${time}`,
    cashiers: active.map(named),
    cashier: here ? named(here) : null,
    shift: shift && { id: shift.id, cashier: named(shift.cashier as unknown as Cashier) },
    discountMaxPercent: rules?.discountMaxPercent ?? 0,
    goods: goods.flatMap((one, index) => goodsJson(app, one, index)),
    categories: listCategories(goods),
    // They contain names and phone numbers, and a stranger may hold a locked device.
    bills: here ? bills.map(bill => toBillJson(app, bill, language)) : [],
    stations: stations.map(({ name, categories, printer }) => ({ name, categories, hasPrinter: printer !== null })),
    stuck: here ? stuck.map(stuckJson) : [],
    offline: await offlineJson(app, device, rules, shift?.id ?? 0),
    phone: trouble && describePhoneTrouble(trouble, language),
  }
}

const named = ({ id, name }: Pick<Cashier, 'id' | 'name'>) => ({ id, name })

/** Returns the rules for offline sales, with the sums of this shift's. */
async function offlineJson(
  app: Needs<'em'>,
  { id, accountId, mode }: Pick<Device, 'id' | 'accountId' | 'mode'>,
  rules: CounterRules | null,
  shiftId: number,
): Promise<CounterState['offline']> {
  const em = app.em({ accountId, mode })
  return {
    salesMax: rules?.offlineSalesMax ?? 0,
    amountMax: rules?.offlineAmountMax ?? 0,
    isCounted: rules?.offlineCounted ?? false,
    used: await sumOfflineUse({ em }, id, shiftId),
    next: await findNextNumber({ em }, id),
  }
}

function listCategories(goods: HandoverGoods[]): CounterState['categories'] {
  const found = new Map(goods.flatMap(({ product: { category } }) => (category ? [[category.publicId, category]] : [])))
  const byPlace = [...found.values()].sort((one, other) => one.position - other.position || one.id - other.id)
  return byPlace.map(({ publicId, name }) => ({ id: publicId, name }))
}

function stuckJson(ticket: Awaited<ReturnType<typeof listStuckTickets>>[number]): StuckTicket {
  const { id, station, title, tableNumber, note, lines } = ticket
  return { id, station: station.name, title, tableNumber, note, lines }
}

/** Returns an open bill as the counter shows it. */
export function toBillJson(app: Pick<App, 'config'>, bill: OpenBill, language: Language): OpenBillView {
  const { key, version, name, tableNumber, phone, note, lines, free, createdAt } = bill
  const { time } = toLocalTime(app.config.timeZone, createdAt, language)
  return {
    key,
    version,
    name,
    tableNumber,
    ...(phone !== null && { phone }),
    ...(note !== null && { note }),
    lines,
    free,
    at: time,
  }
}

function goodsJson({ config }: Pick<App, 'config'>, { product, groups }: HandoverGoods, index: number): OfferedGoods[] {
  const options = groups.map(({ key, name, choicesMin, choicesMax, options }) => ({
    name,
    min: choicesMin,
    max: choicesMax,
    options: options.$.filter(({ isActive }) => isActive).map(option => ({
      key: `${key}:${option.key}`,
      name: option.name,
      price: option.price,
    })),
  }))
  const { category, image } = product
  return product.variants.$.map(variant => ({
    variant: variant.publicId,
    product: index,
    category: category?.publicId ?? '',
    ...(image?.isActive && { picture: picturePath(config, image.storageKey, 160) }),
    ...(variant.name && { kind: variant.name }),
    price: variant.price,
    left: variant.available(),
    sku: [product.key, variant.key],
    name: variant.name ? `${product.name} (${variant.name})` : product.name,
    ...(variant.barcode !== null && { barcode: variant.barcode }),
    ...(options.length > 0 ? { groups: options } : {}),
  }))
}

/** Returns a sale as its page and its receipt show it. */
export function toSaleJson(app: App, { key, order, sale, payment }: SaleView, language: Language): ShownSale {
  const state = saleState(order)
  const code = state === 'waiting' && payment?.qris ? qrSvg(payment.qris) : null
  const invoice = payment?.invoiceId
  const { day, time } = toLocalTime(app.config.timeZone, order.createdAt, language)
  return {
    key,
    state,
    code,
    number: order.orderNumber,
    cashier: sale.cashier.name,
    method: sale.method,
    total: order.total,
    discount: order.discount,
    note: order.note,
    at: `${day}, ${time}`,
    pay: payment?.finalAmount ?? order.total,
    unique: payment?.uniqueCode ?? 0,
    given: sale.cashGiven,
    page: invoice ? makePath(app.config, '/pay', { invoice, lang: language }) : null,
    returned: isReturned(sale, payment),
    whatsApp: state === 'paid' ? whatsAppLink(app, order, invoice ?? order.orderNumber, language) : null,
    receipt: state === 'paid' ? receiptProof(app, invoice ?? order.orderNumber) : null,
    lines: order.items.$.map(item => ({
      name: item.label(),
      total: item.total(),
      made: describeMakings(item, language, 'names'),
    })),
  }
}

function whatsAppLink(app: App, order: SaleView['order'], number: ReceiptNumber, language: Language): string {
  const text = counterTexts[language].whatsAppText(formatRupiah(order.total), receiptUrl(app, number))
  return makeWhatsAppLink(order.customerPhone, text)
}

/** Returns whether all of its money was refunded: cash from a drawer, or the payment's. */
export function isReturned(
  { refundedAt }: Pick<SaleView['sale'], 'refundedAt'>,
  payment: Parameters<typeof isFullyRefunded>[0] | null,
): boolean {
  return refundedAt !== null || (payment !== null && isFullyRefunded(payment))
}

/** Returns the public address at which the receipt can be verified, with its QR code. */
function receiptProof(app: App, number: ReceiptNumber): ShownSale['receipt'] {
  const url = receiptUrl(app, number)
  return { url, code: qrSvg(url) }
}

function saleState({ status, paidAt }: Pick<Order, 'status' | 'paidAt'>): SaleState {
  if (paidAt !== null) return 'paid'
  return status === 'waiting_payment' ? 'waiting' : status === 'cancelled' ? 'cancelled' : 'ended'
}

/** Returns a sale for a list. */
export function toListedSaleJson(
  app: App,
  { order, cashier, method, total, createdAt, refundedAt }: ListedSale,
): SaleInList {
  const { once, orderNumber } = order as unknown as Order
  const at = app.calendar.format(createdAt).slice(11, 16)
  const key = once!.replace('counter ', '')
  const returned = refundedAt !== null
  const state = saleState(order as unknown as Order)
  return { key, number: orderNumber, state, at, method, total, returned, cashier: cashier.name }
}

/** Returns a closed shift. */
export function toClosedShiftJson({ shift, totals }: ClosedShiftTotals): ClosedShift {
  const { openingCash, countedCash, expectedCash } = shift
  return { ...totals, openingCash, countedCash, expectedCash, difference: shift.difference() }
}
