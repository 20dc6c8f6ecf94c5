import type { Html } from '../../../lib/html.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import type { WholeOrder } from '../../../orders/find-order.ts'
import { findCourierName } from '../../../orders/shipping/couriers.ts'
import { card } from '../../parts/card.ts'
import type { Language } from '../../parts/language.ts'
import { timeElement } from '../../parts/moment.ts'
import { renderUnbrokenNumbers } from '../../parts/numbers.ts'
import { type QueueTexts, queueTexts } from './queue-texts.ts'

/** Renders the history of an order, oldest first. */
export function timelineCard(app: Pick<App, 'calendar' | 'now'>, order: WholeOrder, language: Language): Html {
  const say = queueTexts[language]
  const rows = listMoments(order, say, language).map(
    ([at, text]) =>
      html`<li><span>${renderUnbrokenNumbers(text)}</span>${timeElement(app, language, at, 'whole')}</li>`,
  )
  return card(say.timeline, html`<ol class="rows" data-testid="timeline">${rows}</ol>`)
}

const moves = ['createdAt', 'paidAt', 'shippedAt', 'receivedAt', 'completedAt', 'cancelledAt'] as const

function listMoments(order: WholeOrder, say: QueueTexts, language: Language): [Date, string][] {
  const { courier, invoices } = order
  const moments = moves.flatMap((name): [Date, string][] => {
    const at = order[name]
    const by = name === 'shippedAt' && courier !== null ? ` · ${findCourierName(courier, language)}` : ''
    return at === null ? [] : [[at, `${say.happened[name]}${by}`]]
  })
  const invoiceMoments = invoices.$.map(({ payment }): [Date, string] => [
    payment.createdAt,
    say.invoiced(payment.invoiceId),
  ])
  const refunds = invoices.$.filter(({ payment }) => payment.refundedAt !== null).map(
    ({ payment: { refundedAt, refundedAmount } }): [Date, string] => [
      refundedAt!,
      say.refunded(formatRupiah(refundedAmount!)),
    ],
  )
  return [...moments, ...invoiceMoments, ...refunds].sort(([one], [other]) => one.getTime() - other.getTime())
}
