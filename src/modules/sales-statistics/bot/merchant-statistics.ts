import type { PlatformContext } from '../../../../bot/context.ts'
import { menuRow, readNumber } from '../../../../bot/screens/buttons.ts'
import { replyNotLinked } from '../../../../bot/screens/merchant/reply-not-linked.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { testMark } from '../../../../bot/screens/test-mark.ts'
import { type Button, type Message, makePress } from '../../../../bot/telegram/message.ts'
import { makeVoice, type Voice } from '../../../../bot/texts/voice.ts'
import { findAccounts } from '../../../accounts/find-accounts.ts'
import type { Mode } from '../../../database/scope.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { sumAllRefunds } from '../../../orders/statistics/sum-all-refunds.ts'
import { computeNamedRange, type RangeName, rangeNames } from '../range.ts'
import {
  computeReturning,
  type PaymentFigures,
  type PeriodComparison,
  readStatistics,
  type ShopStatistics,
} from '../read-statistics.ts'
import { statisticsTexts } from '../texts/statistics-chat-texts.ts'

/** A shop's results in short; the dashboard's page of statistics has the rest. */
export const merchantStatisticsScreen: PlatformScreen = {
  commands: { statistik: ctx => showStatistics(ctx, 0, '7'), statistics: ctx => showStatistics(ctx, 0, '7') },
  presses: {
    stats: (ctx, [shop, name]) =>
      showStatistics(ctx, readNumber(shop, 0, 9999) ?? 0, rangeNames.find(one => one === name) ?? '7'),
  },
}

interface ShownStatistics {
  /** The index of one of the merchant's shops, in the order of their ids. */
  shop: number
  shops: { displayName: string }[]
  mode: Mode
  name: RangeName
  statistics: ShopStatistics
  /** The refunded part of the revenue, in whole rupiah. */
  refunded: number
  dashboardUrl: string
}

const productsShown = 5
const optionsShown = 5
const missesShown = 3

function statisticsView(view: ShownStatistics, { t, language }: Voice): Message {
  const { shop, shops, mode, name, statistics, refunded, dashboardUrl } = view
  const words = statisticsTexts[language]
  const ranges = rangeNames.map(
    (one): Button => ({
      text: one === name ? `• ${words.ranges[one]}` : words.ranges[one],
      press: makePress('stats', shop, one),
    }),
  )
  const others = shops.flatMap(({ displayName }, at): Button[][] =>
    at === shop ? [] : [[{ text: displayName, press: makePress('stats', at, name) }]],
  )
  const lines = [
    figureLines(statistics, refunded, language),
    busiestLine(statistics, language),
    bestLines(statistics, language),
    optionLines(statistics, language),
    missLines(statistics, language),
  ]
  return {
    text: html`<b>${words.title(shops[shop]!.displayName)}: ${words.ranges[name]}</b>${testMark(mode === 'test', t)}

${lines.filter(line => line !== null).map((line, index) => html`${index > 0 && html`\n\n`}${line}`)}`,
    buttons: [
      ranges.slice(0, 3),
      ranges.slice(3),
      ...others,
      [{ text: words.dashboard, url: dashboardUrl }],
      menuRow(t),
    ],
  }
}

function figureLines(
  { payments: { now, before }, sales }: ShopStatistics,
  refunded: number,
  language: Voice['language'],
): Html {
  const words = statisticsTexts[language]
  const average = now.paid === 0 ? 0 : Math.round(now.revenue / now.paid)
  const { sold, newCustomers, counterSold, discount } = sales.now
  const lines = [
    html`${words.revenue}: <b>${formatRupiah(now.revenue)}</b> ${words.before(formatRupiah(before.revenue))}`,
    refunded > 0 && html`${words.refunded}: ${formatRupiah(refunded)}`,
    html`${words.paid}: ${now.paid} ${words.ofCreated(now.created)}`,
    html`${words.average}: ${formatRupiah(average)}`,
    sold > 0 && html`${words.orders}: ${sold}`,
    sold > counterSold &&
      html`${words.customers}: ${newCustomers} · ${words.returning}: ${computeReturning(sales.now).orders}`,
    counterSold > 0 && html`${words.counter}: ${counterSold}`,
    discount > 0 && html`${words.discounts}: ${formatRupiah(discount)}`,
  ].filter(line => line !== false)
  return html`${lines.map((line, index) => html`${index > 0 && html`\n`}${line}`)}`
}

function busiestLine({ payments, weekdays, hours }: ShopStatistics, language: Voice['language']): Html | null {
  if (payments.now.revenue === 0) return null
  const words = statisticsTexts[language]
  const most = (list: PeriodComparison<PaymentFigures>[]) =>
    list.reduce((best, { now }, at) => (now.revenue > list[best]!.now.revenue ? at : best), 0)
  const hour = `${String(most(hours)).padStart(2, '0')}.00`
  return html`${words.busiest}: ${words.at(words.weekdays[most(weekdays)]!, hour)}`
}

function bestLines({ products }: ShopStatistics, language: Voice['language']): Html | null {
  if (products.length === 0) return null
  const lines = products.slice(0, productsShown).map(({ product_name, variant_name, quantity, revenue }, index) => {
    const name = variant_name ? `${product_name} (${variant_name})` : product_name
    return html`\n${index + 1}. ${name} × ${quantity}, ${formatRupiah(revenue)}`
  })
  return html`<b>${statisticsTexts[language].best}</b>${lines}`
}

function optionLines({ options }: ShopStatistics, language: Voice['language']): Html | null {
  if (options.length === 0) return null
  const lines = options
    .slice(0, optionsShown)
    .map(({ product_name, option_name, quantity }) => html`\n${option_name} × ${quantity} (${product_name})`)
  return html`<b>${statisticsTexts[language].options}</b>${lines}`
}

function missLines({ misses }: ShopStatistics, language: Voice['language']): Html | null {
  if (misses.length === 0) return null
  const lines = misses.slice(0, missesShown).map(({ term, searches }) => html`\n${term} (${searches}×)`)
  return html`<b>${statisticsTexts[language].misses}</b>${lines}`
}

async function showStatistics(ctx: PlatformContext, shopId: number, name: RangeName): Promise<void> {
  const { app, accountIds, bot } = ctx
  const shops = await findAccounts(app, accountIds)
  if (shops.length === 0) return replyNotLinked(ctx)
  const shop = shopId < shops.length ? shopId : 0
  const range = computeNamedRange(name, app.calendar.formatDay(app.now()))
  const scope = { accountId: shops[shop]!.id, mode: bot.mode }
  const statistics = await readStatistics(app, scope, range)
  const refunded = await sumAllRefunds(app, scope, range)
  const dashboardUrl = `${app.config.baseUrl}/dashboard/statistics?range=${name}`
  await ctx.show(
    statisticsView({ shop, shops, mode: bot.mode, name, statistics, refunded, dashboardUrl }, makeVoice(ctx)),
  )
}
