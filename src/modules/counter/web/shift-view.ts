import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { mayDo } from '../../../people/membership.ts'
import { card, chip } from '../../../web/parts/card.ts'
import { factList } from '../../../web/parts/facts.ts'
import { actButton, field, hiddenField, inlineForm } from '../../../web/parts/forms.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { renderOnceField } from '../../../web/parts/once.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import { type CashReturn, cashReasonMax } from '../cash-return.ts'
import type { WholeShift } from '../find-shift.ts'
import type { ListedShift } from '../list-shifts.ts'
import { type CounterSettingsTexts, counterSettingsTexts } from '../texts/counter-settings-texts.ts'
import type { ShownCounter } from './shown-counter.ts'

/** Renders one shift with its sums and sales, in which the owner records refunds. */
export function shiftView(view: ShownCounter, { shift, totals, sales, returns, byCashier }: WholeShift): Html {
  const { app, language } = view
  const say = counterSettingsTexts[language]
  const when = (date: Date | null) => date && formatMoment(app, language, date)
  const sum = ({ amount, sales: count }: { amount: number; sales: number }) =>
    `${formatRupiah(amount)} (${say.sales(count)})`
  const { countedCash } = shift
  return html`${card(
    null,
    factList([
      [say.device, shift.device.name],
      [say.from, when(shift.openedAt)],
      [say.until, when(shift.closedAt)],
      [say.openingCash, formatRupiah(shift.openingCash)],
      [say.cash, sum(totals.cash)],
      [say.code, sum(totals.code)],
      [say.returned, formatRupiah(totals.returned)],
      [say.expected, formatRupiah(shift.expectedCash ?? totals.expectedCash)],
      [say.counted, countedCash === null ? null : formatRupiah(countedCash)],
      [say.difference, differenceChip(shift, say)],
      [say.note, shift.note],
    ]),
  )}
  ${
    byCashier.length > 0 &&
    card(
      say.byCashier,
      rowList(
        byCashier.map(one => cashierRow(one, say)),
        '',
      ),
    )
  }
  ${card(
    say.soldHere,
    rowList(
      sales.map(sale =>
        saleRow(
          view,
          sale,
          returns.filter(one => one.sale.order.id === sale.orderId),
          say,
        ),
      ),
      say.noSales,
    ),
  )}`
}

function cashierRow({ name, ...sums }: WholeShift['byCashier'][number], say: CounterSettingsTexts): Html {
  const details = [
    `${formatRupiah(sums.amount)} (${say.sales(sums.sales)})`,
    sums.discounts > 0 && say.discounts(sums.discounts, formatRupiah(sums.discounted)),
    sums.voids > 0 && say.voids(sums.voids, formatRupiah(sums.voided)),
    sums.returned > 0 && `${say.returned} ${formatRupiah(sums.returned)}`,
  ]
  return html`<li>${rowEntry(name, details.filter(Boolean).join(' · '))}</li>`
}

function saleRow(
  view: ShownCounter,
  sale: WholeShift['sales'][number],
  returns: readonly CashReturn[],
  say: CounterSettingsTexts,
): Html {
  const { app, language, visit, to } = view
  const { orderNumber, paidAt } = sale.order
  const { refundedAt } = sale
  const details = [
    formatMoment(app, language, sale.createdAt),
    sale.method === 'cash' ? say.byCash : say.byCode,
    refundedAt && returns.length === 0 && say.refunded(formatMoment(app, language, refundedAt)),
  ]
  const name = html`<a href="${to(`/dashboard/orders/${orderNumber}`)}">${orderNumber}</a>`
  const left = sale.total - sale.returnedCash()
  const mayChange = sale.method === 'cash' && mayDo(visit.account.role, 'settings')
  return html`<li>
    <span>${rowEntry(name, details.filter(Boolean).join(' · '))}
      ${returns.map(one => returnLine(view, one, { returns, orderNumber, mayChange }, say))}
      ${mayChange && left > 0 && returnForm(orderNumber, left, say)}</span>
    <span class="inline">${paidAt === null ? chip('', say.unpaid) : html`<b>${formatRupiah(sale.total)}</b>`}</span>
  </li>`
}

function returnForm(orderNumber: string, left: number, say: CounterSettingsTexts): Html {
  const amount = { name: 'amount', id: `amount-${orderNumber}`, label: say.returnAmount, inputmode: 'numeric' } as const
  const reason = { name: 'reason', id: `reason-${orderNumber}`, label: say.returnReason, maxlength: cashReasonMax }
  return html`<details><summary>${say.refund}</summary>
    <form method="post" novalidate>${hiddenField('order', orderNumber)}${renderOnceField({})}
      ${field({ ...amount, hint: say.returnHint(formatRupiah(left)), maxlength: 30, isOptional: true })}
      ${field({ ...reason, isOptional: true })}
      ${actButton('refund', say.refund, 'quiet')}</form></details>`
}

interface SaleOfReturn {
  returns: readonly CashReturn[]
  orderNumber: string
  mayChange: boolean
}

function returnLine(
  { app, language }: ShownCounter,
  { id, key, amount, reason, createdAt }: CashReturn,
  { returns, orderNumber, mayChange }: SaleOfReturn,
  say: CounterSettingsTexts,
): Html {
  const when = formatMoment(app, language, createdAt)
  const text = amount < 0 ? say.corrected(formatRupiah(-amount), when) : say.returnedPart(formatRupiah(amount), when)
  const isOpen = mayChange && amount > 0 && !returns.some(one => one.corrects?.id === id)
  const back = isOpen && inlineForm({ order: orderNumber, return: key }, actButton('take_back', say.takeBack, 'link'))
  return html`<br><small>${text}${reason && html` · ${reason}`}</small>${back}`
}

/** Renders how the count of a shift differs from the expected cash. */
export function differenceChip(shift: Pick<ListedShift, 'difference'>, t: CounterSettingsTexts): Html {
  const difference = shift.difference()
  if (difference === null) return chip('wait', t.open)
  if (difference === 0) return chip('good', t.even)
  return chip('bad', `${difference > 0 ? '+' : '−'}${formatRupiah(Math.abs(difference))}`)
}
