import type { Account } from '../../../src/accounts/account.ts'
import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { Stock } from '../../../src/catalog/product.ts'
import type { Mode } from '../../../src/database/scope.ts'
import { findGuideForHome, type Guide, type GuideStep } from '../../../src/doctor/find-guide.ts'
import { guideLackTexts, guideTexts } from '../../../src/doctor/guide-texts.ts'
import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { Transfer } from '../../../src/money/transfer.ts'
import type { App } from '../../../src/needs.ts'
import { queueFilters } from '../../../src/orders/list-orders.ts'
import { Order } from '../../../src/orders/order.ts'
import { readMoneyByDay } from '../../../src/orders/statistics/read-money-by-day.ts'
import { listAdditions } from '../../../src/slots.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { connectTexts } from '../../texts/connect-texts.ts'
import { homeTexts } from '../../texts/home-texts.ts'
import { shopRulesTexts } from '../../texts/shop-rules-texts.ts'
import type { Language } from '../../texts/texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { groupInPairs, shortenLabel, toButtonUrl } from '../buttons.ts'
import { idleKeyboard } from '../rest-keyboard.ts'
import type { PlatformScreen } from '../screen.ts'
import { testMark } from '../test-mark.ts'

declare module '../../../src/slots.ts' {
  interface Slots {
    /** Returns the address of a Mini App that opens the dashboard instead of a link. */
    dashboardApp(app: App, botId: number): string | null
    /**
     * The tools of modules on a merchant's first screen. `order` is the position of a tool among those of the core,
     * which are ten apart.
     */
    homeTools: { order: number; text: Record<Language, string>; press: string }
  }
}

/** The home of a merchant's chat, with the day's figures, the waiting work, and a button for every tool. */
export const merchantHomeScreen: PlatformScreen = {
  commands: { start: startChat, menu: ctx => showHome(ctx) },
  presses: { home: ctx => showHome(ctx) },
}

/** The waiting work of a shop, and its sales of today. */
export interface ShopDay {
  shop: Pick<Account, 'id' | 'displayName'>
  revenue: number
  paid: number
  /** The orders to handle, in both modes. */
  todo: number
  /** The transfers in review, in both modes. */
  review: number
  /** The orders whose money must be returned, in both modes. */
  owed: number
  low: number
}

type Tool = Button & { order: number }

interface Home {
  days: ShopDay[]
  mode: Mode
  /** The guide of the only shop; null once it is completed or dismissed. */
  guide: Pick<Guide, 'next' | 'steps'> | null
  dashboardUrl: string | null
  /** The address that opens the dashboard inside Telegram; null if a link opens it. */
  dashboardApp?: string | null
  /** The tools of modules, each with its position. */
  moreTools?: Tool[]
}

export function merchantHomeView(
  { days, mode, guide, dashboardUrl, dashboardApp = null, moreTools = [] }: Home,
  { t, language }: Pick<Voice, 't' | 'language'>,
): Message {
  const words = homeTexts[language]
  const { tools } = words
  const sum = (of: 'todo' | 'review' | 'owed') => days.reduce((all, day) => all + day[of], 0)
  const [todo, money] = [sum('todo'), sum('review') + sum('owed')]
  const step = guide?.next ?? null
  const at = guide ? guide.steps.findIndex(({ id }) => id === step?.id) + 1 : 0
  const ahead = step !== null && guideTexts[language][step.id].title
  const lacks = step?.lacks.map(({ code }) => html`\n• ${guideLackTexts[language][code]}`)
  const first: Button[] = [
    { text: tools.orders(todo), press: makePress('shoporders', 'todo', 1), ...(todo > 0 ? { style: 'primary' } : {}) },
    { text: tools.money(money), press: makePress('inbox'), ...(money > 0 ? { style: 'danger' } : {}) },
  ]
  const toDashboard = (path: string) => dashboardUrl && `${dashboardUrl}${path}`
  const guideUrl = toDashboard('/guide')
  return {
    text: html`${days.map((day, index) => html`${index > 0 && html`\n\n`}${dayLines(day, mode, { t, language })}`)}${
      ahead &&
      html`\n\n🧭 ${words.guide(at, guide!.steps.length)}: <b>${ahead}</b>\n${guideTexts[language][step.id].why}${lacks}`
    }`,
    buttons: [
      ...(ahead ? guideRow(words.guideButton(ahead), { id: step.id, isHere: mode === 'live' }, guideUrl) : []),
      first,
      ...groupInPairs([
        ...inOrder([
          { order: 20, text: tools.goods, press: makePress('stok', 1) },
          { order: 45, text: connectTexts[language].tool, press: makePress('doors') },
          { order: 60, text: tools.reviews, press: makePress('reviews', 1) },
          { order: 70, text: tools.notices, press: makePress('kabar', 0) },
          { order: 80, text: tools.arrival, press: makePress('arrival') },
          { order: 90, text: shopRulesTexts[language].button, press: makePress('rules') },
          ...moreTools,
        ]),
        { text: t.otherLanguage, press: makePress('lang', language === 'id' ? 'en' : 'id') },
      ]),
      ...(dashboardApp ? [[{ text: tools.dashboard, app: dashboardApp }]] : []),
      ...(dashboardUrl && !dashboardApp ? [[{ text: tools.dashboard, url: dashboardUrl }]] : []),
    ],
  }
}

function inOrder(tools: Tool[]): Button[] {
  return tools.toSorted((a, b) => a.order - b.order).map(({ order: _, ...button }) => button)
}

/** The first product is added in the chat, and the first account connected; the other steps need the dashboard. */
function guideRow(text: string, step: { id: GuideStep; isHere: boolean }, url: string | null): Button[][] {
  if (step.id === 'product') return [[{ text: shortenLabel(text), press: makePress('addgoods') }]]
  if (step.id === 'account' && step.isHere) return [[{ text: shortenLabel(text), press: makePress('doors') }]]
  return url === null ? [] : [[{ text: shortenLabel(text), url }]]
}

function dayLines(day: ShopDay, mode: Mode, { t, language }: Pick<Voice, 't' | 'language'>): Html {
  const words = homeTexts[language]
  const waiting = [
    day.todo > 0 && html`\n📦 ${words.todo}: <b>${day.todo}</b>`,
    day.review > 0 && html`\n💵 ${words.review}: <b>${day.review}</b>`,
    day.owed > 0 && html`\n↩️ ${words.owed}: <b>${day.owed}</b>`,
    day.low > 0 && html`\n⚠️ ${words.low}: <b>${day.low}</b>`,
  ].filter(line => line !== false)
  return html`🏪 <b>${day.shop.displayName}</b>${testMark(mode === 'test', t)}
${words.today}: <b>${formatRupiah(day.revenue)}</b> · ${words.paid(day.paid)}${
    waiting.length > 0 ? waiting : html`\n${words.calm}`
  }`
}

async function startChat(ctx: PlatformContext): Promise<void> {
  const words = ctx.t.merchant
  const accounts = await findAccounts(ctx.app, ctx.accountIds)
  if (accounts.length === 0) {
    await ctx.say({ text: html`${words.noAccount}` })
    return
  }
  const names = accounts.map(account => account.displayName).join(', ')
  await ctx.say({
    text: html`${words.accounts(names)}\n\n${homeTexts[ctx.language].keyboardHint}`,
    keyboard: idleKeyboard(ctx),
  })
  await showHome(ctx)
}

const shopsShown = 5

/** Shows the home in its current state. */
export async function showHome(ctx: PlatformContext): Promise<void> {
  const { app, bot } = ctx
  const shops = (await findAccounts(app, ctx.accountIds)).slice(0, shopsShown)
  if (shops.length === 0) {
    await ctx.say({ text: html`${ctx.t.merchant.noAccount}` })
    return
  }
  const days: ShopDay[] = []
  for (const shop of shops) days.push(await readDay(app, shop, bot.mode))
  const [only, ...others] = shops
  const hasGuide = others.length === 0 && ctx.accountsFor('settings').includes(only!.id)
  const found = hasGuide ? await findGuideForHome(app, only!.id) : null
  const guide = found?.next ? found : null
  const dashboardUrl = toButtonUrl(app.config, `${app.config.baseUrl}/dashboard`)
  const moreTools = listAdditions(app, 'homeTools').map(tool => ({ ...tool, text: tool.text[ctx.language] }))
  const [dashboardApp] = listAdditions(app, 'dashboardApp').flatMap(make => make(app, bot.id) ?? [])
  const home = { days, mode: bot.mode, guide, dashboardUrl, dashboardApp: dashboardApp ?? null, moreTools }
  await ctx.show(merchantHomeView(home, ctx))
}

async function readDay(app: App, shop: ShopDay['shop'], mode: Mode): Promise<ShopDay> {
  const both = app.em({ accountId: shop.id, mode: 'both' })
  const [today] = await readMoneyByDay(app, { accountId: shop.id, mode }, 1)
  return {
    shop,
    revenue: today!.revenue,
    paid: today!.paid,
    todo: await both.count(Order, queueFilters.todo),
    review: await both.count(Transfer, { state: 'review' }),
    owed: await both.count(Order, queueFilters.refund),
    low: await app.em({ accountId: shop.id, mode }).count(Stock, { lowToldAt: { $ne: null } }),
  }
}
