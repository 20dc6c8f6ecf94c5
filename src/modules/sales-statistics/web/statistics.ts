import type { DayRange } from '../../../lib/calendar.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { refuseFields } from '../../../lib/refusal.ts'
import { sumAllRefunds } from '../../../orders/statistics/sum-all-refunds.ts'
import { listAdditions } from '../../../slots.ts'
import { card, linkButton, titleRow } from '../../../web/parts/card.ts'
import { commonTexts } from '../../../web/parts/common-texts.ts'
import { banner, emptyState, field, refusedBanner, tabs } from '../../../web/parts/forms.ts'
import type { Language } from '../../../web/parts/language.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { formatShortDay } from '../../../web/parts/short-day.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { rangeNames } from '../range.ts'
import { computeReturning, type PeriodComparison, readStatistics, type ShopStatistics } from '../read-statistics.ts'
import { type StatisticsTexts, statisticsTexts } from '../texts/statistics-texts.ts'
import { type ChosenRange, RangeQuery, readChosenRange, toRangeQuery } from './chosen-range.ts'
import { dayChart, hourChart, rankList, weekdayChart } from './statistics-charts.ts'
import { renderTable, type TableName } from './statistics-tables.ts'

interface Loaded {
  chosen: ChosenRange
  statistics: ShopStatistics
  /** The refunded part of the revenue, in whole rupiah. */
  refunded: PeriodComparison<number>
}
type ShownStatistics = ViewContext<Visit, RangeQuery, Loaded>

/** The shop's results in a range of days, compared with the previous range: charts, each with a table and a file. */
export const statisticsPage = definePage({
  path: '/dashboard/statistics',
  role: 'read',
  input: RangeQuery,
  async load(app, { scope }, query): Promise<Loaded> {
    const chosen = readChosenRange(app, query)
    const statistics = await readStatistics(app, scope, chosen.range)
    const [now, before] = await Promise.all(
      [statistics.range, statistics.before].map(range => sumAllRefunds(app, scope, range)),
    )
    return { chosen, statistics, refunded: { now: now!, before: before! } }
  },
  view(view: ShownStatistics) {
    const { language, loaded } = view
    const say = statisticsTexts[language]
    const { range, before } = loaded.statistics
    // A single day needs no chart by day, so the sold goods come first.
    const isOneDay = range.first === range.last
    return {
      title: say.title,
      script: 'chart.js',
      body: html`
        ${titleRow(say.title, sheetLinks(view))}
        ${problemsBanner(view, say)}
        ${card(
          null,
          html`
            ${rangePicker(view, say)}
            <p>${say.shown(inWords(language, range), inWords(language, before))} <small>${say.lead}</small></p>`,
        )}
        ${countingBanner(view, say)}${figuresCard(loaded, say)}${profitNote(view, say)}
        ${
          isOneDay ? [tableCards(view, say), pictureCards(view, say)] : [pictureCards(view, say), tableCards(view, say)]
        }`,
    }
  },
})

function sheetLinks({ app, language, to }: ShownStatistics): Html {
  const sheets = listAdditions(app, 'moneySheets')
  return html`${sheets.map(({ path, text }) => linkButton(to(path), text[language], 'quiet'))}`
}

function problemsBanner({ language, loaded }: ShownStatistics, say: StatisticsTexts): Html | null {
  const wrong = loaded.chosen.problems
  if (wrong.length === 0) return null
  return refusedBanner({ language, refusal: refuseFields(wrong), labels: { from: say.from, to: say.until } })
}

function rangePicker({ loaded: { chosen }, input, to }: ShownStatistics, say: StatisticsTexts): Html {
  const names = rangeNames.map(name => ({
    address: to('/dashboard/statistics', { range: name }),
    text: say.ranges[name],
    isHere: chosen.name === name,
  }))
  const errors = chosen.problems
  const isWrong = errors.length > 0
  const [from, until] = isWrong ? [input.from, input.to] : [chosen.range.first, chosen.range.last]
  return html`
    ${tabs(say.whichRange, names)}
    <form class="inline search" method="get" action="${to('/dashboard/statistics')}">
      ${field({ name: 'from', label: say.from, type: 'date', value: from, errors })}
      ${field({ name: 'to', label: say.until, type: 'date', value: until, errors })}
      <button class="button quiet">${say.show}</button>
    </form>`
}

function inWords(language: Language, { first, last }: DayRange): string {
  const [from, until] = [first, last].map(day => formatShortDay(language, day, 'day and year'))
  return first === last ? from! : `${from} – ${until}`
}

function countingBanner({ app, loaded: { statistics } }: ShownStatistics, say: StatisticsTexts): Html | null {
  const since = statistics.countedSince
  if (!since) return null
  return banner('warn', since > app.now() ? say.stillCountingAll : say.stillCounting(app.calendar.formatDay(since)))
}

function figuresCard({ statistics: { payments, cash, sales, profit }, refunded }: Loaded, say: StatisticsTexts): Html {
  const average = ({ revenue, paid }: ShopStatistics['payments']['now']) =>
    paid === 0 ? 0 : Math.round(revenue / paid)
  // Cash is paid immediately, and would distort the share of bills.
  const share = (side: 'now' | 'before') => {
    const created = payments[side].created - cash[side].created
    const paid = payments[side].paid - cash[side].paid
    return created === 0 ? '–' : `${Math.round((100 * paid) / created)}%`
  }
  const rupiah = formatRupiah
  const shown: [string, string | number, string | number][] = [
    [say.revenue, rupiah(payments.now.revenue), rupiah(payments.before.revenue)],
    [say.refunded, rupiah(refunded.now), rupiah(refunded.before)],
    [say.kept, rupiah(payments.now.revenue - refunded.now), rupiah(payments.before.revenue - refunded.before)],
    [say.profit, rupiah(profit.now.sold - profit.now.cost), rupiah(profit.before.sold - profit.before.cost)],
    [say.cash, rupiah(cash.now.revenue), rupiah(cash.before.revenue)],
    [say.paid, payments.now.paid, payments.before.paid],
    [say.average, rupiah(average(payments.now)), rupiah(average(payments.before))],
    [say.conversion, share('now'), share('before')],
    [say.orders, sales.now.sold, sales.before.sold],
    [say.newCustomers, sales.now.newCustomers, sales.before.newCustomers],
    [say.returning, computeReturning(sales.now).orders, computeReturning(sales.before).orders],
    [say.discounts, rupiah(sales.now.discount), rupiah(sales.before.discount)],
  ]
  const beforeOf = (name: string, before: string | number) =>
    `${say.before(String(before))}${formatChange(name, say, payments)}`
  const figure = ([name, now, before]: (typeof shown)[number], index: number) => html`
    <div${index === 0 && html` class="main"`}>
      <dt>${name}</dt><dd>${now}</dd><dd class="before">${beforeOf(name, before)}</dd>
    </div>`
  const zero = rupiah(0)
  const present = shown.filter(([name, now, before]) => name === say.revenue || now !== zero || before !== zero)
  const main = new Set([say.revenue, say.kept, say.profit, say.paid, say.average])
  const others = present.filter(([name]) => !main.has(name))
  return html`<dl class="figures">${present.filter(([name]) => main.has(name)).map(figure)}</dl>
    <details class="more-figures">
      <summary>${say.moreFigures}</summary>
      <dl class="figures">${others.map(one => figure(one, 1))}</dl>
    </details>`
}

/** Says which sales the profit includes, or invites to fill in costs if no product has one. */
function profitNote({ loaded: { statistics }, to }: ShownStatistics, say: StatisticsTexts): Html | null {
  const { sold, uncosted } = statistics.profit.now
  if (statistics.products.length === 0) return null
  if (statistics.products.every(({ cost }) => cost === null)) {
    return html`<p><small>${say.noCosts} <a href="${to('/dashboard/catalog')}">${say.toCosts}</a></small></p>`
  }
  const rest = uncosted > 0 && say.uncosted(formatRupiah(uncosted))
  return html`<p><small>${say.profitHint(formatRupiah(sold))}${rest && ` ${rest}`}</small></p>`
}

/** The change of the money received, in percent; empty for other figures, and if nothing was received before. */
function formatChange(name: string, say: StatisticsTexts, { now, before }: ShopStatistics['payments']): string {
  if (name !== say.revenue || before.revenue === 0) return ''
  const percent = Math.round((100 * (now.revenue - before.revenue)) / before.revenue)
  return ` (${percent > 0 ? '+' : percent < 0 ? '\u2212' : ''}${Math.abs(percent)}\u00a0%)`
}

function pictureCards(view: ShownStatistics, say: StatisticsTexts): Html {
  const { language, loaded } = view
  const { statistics } = loaded
  if (statistics.payments.now.revenue === 0 && statistics.payments.before.revenue === 0) {
    return card(say.byDay, emptyState(say.chartEmpty))
  }
  const days = dayChart(language, statistics)
  return html`
    ${pictureCard(view, 'days', days.title, days.chart)}
    <div class="pair">
      ${pictureCard(view, 'hours', say.byHour, hourChart(language, statistics))}
      ${pictureCard(view, 'weekdays', say.byWeekday, weekdayChart(language, statistics))}
    </div>`
}

function pictureCard(view: ShownStatistics, name: TableName, title: string, chart: Html): Html {
  const { language, loaded } = view
  const say = statisticsTexts[language]
  return card(
    null,
    html`
      <div class="head"><h2>${title}</h2>${csvLink(view, name)}</div>
      <p class="legend" aria-hidden="true">
        <span class="now">${say.now}</span><span class="before">${say.beforeShort}</span>
      </p>
      ${chart}
      <details>
        <summary>${say.numbers}</summary>
        ${renderTable({ name, title, language, toDay: dayPath(view) }, loaded.statistics, true)}
      </details>`,
  )
}

function tableCards(view: ShownStatistics, say: StatisticsTexts): Html {
  const { language, loaded } = view
  const { statistics } = loaded
  const shownTable = (name: TableName, title: string) => {
    const ranks = rankList(language, name, statistics)
    const numbers = renderTable({ name, title, language, toDay: dayPath(view) }, statistics)
    return ranks ? html`${ranks}<details><summary>${say.numbers}</summary>${numbers}</details>` : numbers
  }
  const part = (name: TableName, title: string, none: string | null, hint?: string) => {
    const what = hint && html`<p><small>${hint}</small></p>`
    // A part without anything is one line, because the page is long on a phone.
    if (none !== null) return card(null, html`<details><summary>${title}</summary>${what}${emptyState(none)}</details>`)
    return card(
      null,
      html`<div class="head"><h2>${title}</h2>${csvLink(view, name)}</div>${what}${shownTable(name, title)}`,
    )
  }
  const when = (isEmpty: boolean, text: string) => (isEmpty ? text : null)
  const isUnsold = statistics.products.length === 0
  return html`<div class="pair">
    ${part('products', say.products, when(isUnsold, say.noProducts))}
    ${part('options', say.options, when(statistics.options.length === 0, say.noOptions), say.optionsHint)}
    ${part('categories', say.categories, when(isUnsold, say.noProducts))}
    ${part('methods', say.methods, when(statistics.methods.length === 0, say.noMethods))}
    ${part('customers', say.customers, when(statistics.sales.now.sold === 0, say.noProducts), say.customersHint)}
    ${part('coupons', say.coupons, when(statistics.coupons.length === 0, say.noCoupons))}
    ${part('misses', say.misses, when(statistics.misses.length === 0, say.noMisses), say.missesHint)}
  </div>`
}

/** Returns the path of a day's own page, such as for last Tuesday's bestsellers. */
function dayPath({ to }: ShownStatistics): (day: string) => string {
  return day => to('/dashboard/statistics', { from: day, to: day })
}

function csvLink({ language, loaded, to }: ShownStatistics, table: TableName): Html {
  const address = to('/dashboard/statistics.csv', { table, ...toRangeQuery(loaded.chosen) })
  return html`<a href="${address}">${commonTexts[language].csv}</a>`
}
