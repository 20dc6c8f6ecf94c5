import { findGuideForHome, type Guide } from '../../../doctor/find-guide.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { type ListedOrder, listOrders } from '../../../orders/list-orders.ts'
import { findAnnouncedReady } from '../../../orders/receiving/ready-event.ts'
import { type BestSeller, findBestSeller } from '../../../orders/statistics/best-seller.ts'
import { readMoneyByDay } from '../../../orders/statistics/read-money-by-day.ts'
import { sumAllRefunds } from '../../../orders/statistics/sum-all-refunds.ts'
import { listPayments } from '../../../payments/list-payments.ts'
import type { Payment } from '../../../payments/payment.ts'
import type { DayRevenue } from '../../../payments/statistics/read-revenue-by-day.ts'
import { countPayments, type PaymentTotals } from '../../../payments/statistics/summarize-payments.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import { barChart } from '../../parts/bar-chart.ts'
import { card } from '../../parts/card.ts'
import { figureList } from '../../parts/facts.ts'
import { refusedBanner } from '../../parts/forms.ts'
import { pageIcons } from '../../parts/icons.ts'
import type { Language } from '../../parts/language.ts'
import { timeElement } from '../../parts/moment.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { formatShortDay } from '../../parts/short-day.ts'
import { type ColumnDefinition, rowEntry, table } from '../../parts/table.ts'
import type { Visit } from '../../parts/visit.ts'
import { guideCard } from '../guide/guide-card.ts'
import { paymentTexts } from '../payments/payment-texts.ts'
import { makePaymentColumns } from '../payments/payments.ts'
import { queueActs } from '../queue/queue-acts.ts'
import { renderRowActs } from '../queue/queue-list.ts'
import { type AttentionCounts, findAttention } from './attention.ts'
import { type HomeTexts, homeTexts } from './home-texts.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Daily tasks of merchants, linked from the start page. */
    quickLinks: { icon: Html; path: string; text: Record<Language, string> }
    /** Pages with more details than the chart of the start page. */
    chartLinks: { path: string; text: Record<Language, string> }
  }
}

const chartDays = 14
const latestShown = 6
const openShown = 5
const weekDays = 7

interface Loaded {
  today: PaymentTotals
  days: DayRevenue[]
  /** The refunded part of today's money, in whole rupiah. */
  refunded: number
  latest: Payment[]
  attention: AttentionCounts
  /** The open orders that have waited longest, their total number, and which of them are ready. */
  open: { orders: ListedOrder[]; total: number; toldReady: ReadonlySet<string> }
  best: BestSeller | null
  /** The guide, for those who may do its steps, unless it is hidden; otherwise null. */
  guide: Guide | null
}
type ShownHome = ViewContext<Visit, object, Loaded>

/** The day's money, what needs attention, and the guide of a new shop. */
export const dashboardPage = definePage({
  path: '/dashboard',
  role: 'read',
  async load(app, visit): Promise<Loaded> {
    const { scope } = visit
    const day = app.calendar.formatDay(app.now())
    const open = await listOrders(app, scope, { queue: 'todo', limit: openShown, offset: 0 })
    return {
      today: await countPayments(app, scope, 'today'),
      days: await readMoneyByDay(app, scope, chartDays),
      refunded: await sumAllRefunds(app, scope, { first: day, last: day }),
      latest: (await listPayments(app, scope, { page: 1, limit: latestShown, isCounted: false })).payments,
      attention: await findAttention(app, visit),
      open: { ...open, toldReady: await findAnnouncedReady(app, scope.accountId, open.orders) },
      best: await findBestSeller(app, scope, day),
      guide: mayDo(visit.account.role, 'settings') ? await findGuideForHome(app, visit.account.id) : null,
    }
  },
  view(view: ShownHome) {
    const { language, loaded } = view
    const say = homeTexts[language]
    return {
      title: say.title,
      script: ['chart.js', 'dashboard.js'],
      body: html`
        <h1>${say.title}</h1>
        ${refusedBanner({ language, refusal: view.refusal })}
        <div class="stack" data-fresh="today">
          ${attentionCard(view, say)}
          ${todayFigures(loaded, say, language)}
          ${openCard(view, say)}
        </div>
        ${quickLinks(view, say)}
        ${loaded.guide && guideCard(view, loaded.guide)}
        ${card(
          null,
          html`
            <div class="head">
              <h2>${say.chart}</h2>
              ${listAdditions(view.app, 'chartLinks').map(
                ({ path, text }) => html`<a href="${view.to(path)}">${text[language]}</a>`,
              )}
            </div>
            ${revenueChart(loaded.days, language)}`,
        )}
        <div data-fresh="latest">${latestCard(view, say)}</div>`,
    }
  },
  act: queueActs,
})

/** Compares today with the same weekday of the previous week, because weekdays differ. */
function todayFigures({ today, days, refunded, best }: Loaded, say: HomeTexts, language: Language): Html {
  const { revenue, paid } = days.at(-1)!
  const before = days.at(-1 - weekDays)!
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(before.day))
  return figureList([
    [say.received, formatRupiah(revenue), say.before(weekday, formatRupiah(before.revenue))],
    ...(refunded > 0 ? [[say.refunded, formatRupiah(refunded)] as const] : []),
    [say.paid, paid, say.before(weekday, String(before.paid))],
    [say.waiting, today.pending],
    [say.ended, today.expired + today.cancelled],
    ...(best ? [[say.best, best.name, say.sold(best.quantity)] as const] : []),
  ])
}

/** Renders the orders that have waited longest, each with its next action. */
function openCard(view: ShownHome, say: HomeTexts): Html | null {
  const { app, language, loaded, to, visit } = view
  const { orders, total, toldReady } = loaded.open
  if (orders.length === 0) return null
  const mayAct = mayDo(visit.account.role, 'orders')
  const rows = orders.map(order => {
    const address = to(`/dashboard/orders/${order.orderNumber}`)
    const name = html`<a href="${address}">${order.customerName}</a>`
    const when = timeElement(app, language, order.paidAt ?? order.createdAt)
    return html`<li>
      ${rowEntry(name, html`${order.summary()} · ${formatRupiah(order.total)}`, when)}
      ${mayAct && renderRowActs(order, language, toldReady)}
    </li>`
  })
  const all = html`<a href="${to('/dashboard/orders', { status: 'todo' })}">${say.allOpen(total)}</a>`
  return card(null, html`<div class="head"><h2>${say.open}</h2>${all}</div><ul class="rows">${rows}</ul>`)
}

function revenueChart(days: DayRevenue[], language: Language): Html {
  const say = homeTexts[language]
  const total = days.reduce((sum, { revenue }) => sum + revenue, 0)
  if (total === 0) return html`<p>${say.chartEmpty}</p>`
  const best = days.reduce((one, other) => (other.revenue > one.revenue ? other : one))
  const rows = days.map(({ day, revenue }) => {
    return { label: formatShortDay(language, day), value: revenue, text: formatRupiah(revenue) }
  })
  const bars = rows.map(({ label, value, text }) => ({ label, value, text: `${label}: ${text}` }))
  const summary = say.chartSummary(formatRupiah(total), formatShortDay(language, best.day), formatRupiah(best.revenue))
  const columns: ColumnDefinition<(typeof rows)[number]>[] = [
    { title: say.day, cell: ({ label }) => label },
    { title: say.received, isMoney: true, cell: ({ text }) => text },
  ]
  return html`
    ${barChart({ language, bars, summary })}
    <details><summary>${say.chartNumbers}</summary>${table(columns, rows, { isList: false })}</details>`
}

/** Renders links to frequent tasks, so that merchants need not search the menu. */
function quickLinks({ app, language, visit, to }: ShownHome, say: HomeTexts): Html | null {
  if (!mayDo(visit.account.role, 'orders')) return null
  const added = listAdditions(app, 'quickLinks').map(({ icon, path, text }) => [icon, path, text[language]] as const)
  const links = [
    ...added,
    [pageIcons.create, '/dashboard/new-payment', say.quick.code],
    [pageIcons.catalog, '/dashboard/catalog/new', say.quick.product],
    [pageIcons.rules, '/dashboard/rules', say.quick.close],
  ] as const
  const items = links.map(([icon, path, text]) => html`<li><a href="${to(path)}">${icon}<span>${text}</span></a></li>`)
  return html`<ul class="quick" aria-label="${say.quick.label}">${items}</ul>`
}

function attentionCard({ language, loaded: { attention, open }, to }: ShownHome, say: HomeTexts): Html | null {
  const waiting: (readonly [count: number, address: string, text: string])[] = [
    [attention.transfersInReview, to('/dashboard/review'), say.inReview],
    ...attention.added.map(({ count, path, text }) => [count, to(path), text[language]] as const),
    [open.total, to('/dashboard/orders', { status: 'todo' }), say.toHandle],
    [attention.refundsDue, to('/dashboard/orders', { status: 'refund' }), say.refundsDue],
    [attention.callbacksFailed, to('/dashboard/callbacks', { failed: '1' }), say.failedCallbacks],
    [attention.connectionsDown, to('/dashboard/connections'), say.downConnections],
    [attention.botsRevoked, to('/dashboard/bots'), say.revokedBots],
  ]
  const lines = waiting.filter(([count]) => count > 0)
  if (lines.length === 0) return null
  const entries = lines.map(
    ([count, address, text]) =>
      html`<li><a href="${address}"><b class="count">${count}</b><span>${text}</span></a></li>`,
  )
  return card(say.attention, html`<ul class="attention">${entries}</ul>`)
}

function latestCard(view: ShownHome, say: HomeTexts): Html {
  const { loaded, language, visit, to } = view
  const { latest } = loaded
  const words = paymentTexts[language]
  const mayCreate = mayDo(visit.account.role, 'orders')
  const create = html`<a href="${to('/dashboard/new-payment')}">${words.newPayment}</a>`
  return card(
    null,
    html`
      <div class="head"><h2>${say.latest}</h2><a href="${to('/dashboard/payments')}">${words.title}</a></div>
      ${
        latest.length === 0
          ? html`<p>${words.none} ${mayCreate && create}</p>`
          : table(makePaymentColumns(view), latest, { hidesTitles: true })
      }`,
  )
}
