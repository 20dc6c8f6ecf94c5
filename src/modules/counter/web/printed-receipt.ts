import { formatRupiah } from '../../../lib/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { toLocalTime } from '../../../lib/wall-clock.ts'
import type { App } from '../../../needs.ts'
import { describeMakings } from '../../../orders/making-lines.ts'
import { receiptUrl } from '../../../orders/receipts/receipt-url.ts'
import type { Language } from '../../../web/parts/language.ts'
import { encodeEscPos, type PrintedPart } from '../escpos.ts'
import { counterTexts } from '../texts/counter-texts.ts'
import type { SaleView } from '../view-sale.ts'
import { isReturned } from './counter-json.ts'

/**
 * Returns the bytes of a sale's receipt for a 58 mm printer, with the content that the counter's page prints. Refuses
 * `refused_transition` for a sale that is not paid.
 */
export function renderPrintedReceipt(
  app: Pick<App, 'config' | 'seal'>,
  { order, sale, payment }: SaleView,
  { language, shop }: { language: Language; shop: string },
): Buffer {
  if (order.paidAt === null) throw new Refusal('refused_transition', 'The sale is not paid')
  const say = counterTexts[language]
  const paid = payment?.finalAmount ?? order.total
  const change = sale.cashGiven === null ? 0 : sale.cashGiven - order.total
  const { day, time } = toLocalTime(app.config.timeZone, order.createdAt, language)
  const by = sale.method === 'cash' ? say.byCash : say.byCode
  const parts: (PrintedPart | false)[] = [
    { text: shop, isCentred: true, isBold: true, isLarge: true },
    { text: `${order.orderNumber}\n${day}, ${time}\n${say.cashier}: ${sale.cashier.name}` },
    order.mode === 'test' && { text: say.testMode, isBold: true },
    'rule',
    ...order.items.$.getItems().flatMap((item): PrintedPart[] => [
      { row: [item.label(), formatRupiah(item.total())] },
      ...describeMakings(item, language, 'names').map(line => ({ text: `  ${line}` })),
    ]),
    'rule',
    order.discount > 0 && { row: [say.discount, formatRupiah(-order.discount)] },
    { row: [say.total, formatRupiah(order.total)], isBold: true },
    { row: [by, formatRupiah(sale.cashGiven ?? paid)] },
    change > 0 && { row: [say.change, formatRupiah(change)] },
    isReturned(sale, payment) && { text: say.states.returned, isBold: true },
    order.note !== null && { text: order.note },
    'rule',
    { code: receiptUrl(app, payment?.invoiceId ?? order.orderNumber) },
    { text: say.proof, isCentred: true },
  ]
  return encodeEscPos(parts.filter(part => part !== false))
}
