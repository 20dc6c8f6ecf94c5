import type { Account } from '../../../src/accounts/account.ts'
import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { findShopRules } from '../../../src/catalog/find-shop-rules.ts'
import { changeShopRules } from '../../../src/catalog/rules/change-shop-rules.ts'
import type { PlainRules } from '../../../src/catalog/rules/check-shop-rules.ts'
import { plainRules } from '../../../src/catalog/rules/plain-rules.ts'
import { moveDay } from '../../../src/lib/calendar.ts'
import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { reasonOf } from '../../../src/lib/refusals/refusal-texts.ts'
import type { PlatformContext } from '../../context.ts'
import { type RuleQuestion, ruleForm } from '../../forms/rule-form.ts'
import { type Button, press } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { type ShopRulesTexts, shopRulesTexts } from '../../texts/shop-rules-texts.ts'
import { actingFor } from '../acting-for.ts'
import { menuRow, readRow } from '../buttons.ts'
import { refuseUnallowed } from '../refuse-unallowed.ts'
import type { PlatformScreen } from '../screen.ts'
import { kindOfRule, type Rule, type RulesChange, readRule, withHoliday } from './read-rule.ts'
import { holidaysView, hoursView, rulesView } from './rules-view.ts'

/** The rules of a shop: when it is open, how it delivers, how it is reached. The dashboard has the same, and more. */
export const merchantRulesScreen: PlatformScreen = {
  commands: { aturan: ctx => begin(ctx), rules: ctx => begin(ctx) },
  presses: {
    rules: (ctx, [shop]) => (shop === undefined ? begin(ctx) : show(ctx, shop)),
    rulehours: (ctx, [shop]) => show(ctx, shop, { of: 'hours' }),
    ruledays: (ctx, [shop]) => show(ctx, shop, { of: 'holidays' }),
    ruleask: ask,
    ruleset: set,
  },
  forms: { rule: ruleForm({ save, leave: (ctx, { shop, rule }) => show(ctx, String(shop), { of: screenOf(rule) }) }) },
}

type RulesPage = 'all' | 'hours' | 'holidays'
const views = { all: rulesView, hours: hoursView, holidays: holidaysView }

async function begin(ctx: PlatformContext): Promise<void> {
  const [only, ...others] = ctx.accountIds
  if (only === undefined) {
    await ctx.say({ text: html`${merchantTexts[ctx.language].noLink}` })
    return
  }
  if (others.length === 0) return show(ctx, String(only))
  const shops = await findAccounts(ctx.app, ctx.accountIds)
  const buttons = shops.map(({ id, displayName }): Button[] => [{ text: displayName, press: press('rules', id) }])
  await ctx.show({ text: html`${shopRulesTexts[ctx.language].which}`, buttons: [...buttons, menuRow(ctx.t)] })
}

async function show(
  ctx: PlatformContext,
  account: string | undefined,
  { of = 'all', isSaved = false }: { of?: RulesPage; isSaved?: boolean } = {},
): Promise<void> {
  const shop = await shopOf(ctx, account)
  if (!shop) return
  const { app } = ctx
  const today = app.calendar.formatDay(app.now())
  const rules = plainRules(await findShopRules(app, shop.id), today)
  await ctx.show(views[of]({ shop, rules, today, isSaved }, ctx))
}

// Whoever may change the rules; others are told so.
async function shopOf(
  ctx: PlatformContext,
  account: string | undefined,
): Promise<Pick<Account, 'id' | 'displayName'> | null> {
  const id = readRow(account)
  if (id === null || !ctx.accountIds.includes(id)) {
    await ctx.alert(ctx.t.unknownButton)
    return null
  }
  refuseUnallowed(ctx, id, 'orders')
  const [shop] = await findAccounts(ctx.app, [id])
  return shop!
}

async function ask(ctx: PlatformContext, [account, rule]: string[]): Promise<void> {
  const kind = kindOfRule(rule)
  if (kind === null) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const shop = await shopOf(ctx, account)
  if (!shop) return
  const words = shopRulesTexts[ctx.language]
  await ctx.form('rule', { ...questionOf(rule as Rule, words), shop: shop.id, rule: rule! } satisfies RuleQuestion)
}

const someTimes = ['08.00-17.00', '09.00-21.00', '10.00-22.00']
const someAmounts = {
  fee: ['5.000', '10.000', '15.000'],
  free: ['50.000', '100.000', '200.000'],
  min: ['20.000', '50.000', '100.000'],
}

function questionOf(
  rule: Rule,
  { ask: questions, clear, days, buttons }: ShopRulesTexts,
): Pick<RuleQuestion, 'question' | 'offered' | 'clear'> {
  switch (rule) {
    case 'holiday':
      return { question: questions.holiday, offered: [], clear: null }
    case 'fee':
    case 'free':
    case 'min':
      return { question: questions[rule], offered: someAmounts[rule], clear: clear[rule] }
    case 'pickup':
    case 'whatsapp':
    case 'phone':
    case 'address':
    case 'greeting':
    case 'after':
      return { question: questions[rule], offered: [], clear: clear.text }
    case 'daily':
      return { question: questions.hours(buttons.daily), offered: someTimes, clear: null }
    default:
      return { question: questions.hours(days[rule]), offered: someTimes, clear: clear.day }
  }
}

function screenOf(rule: string): RulesPage {
  const kind = kindOfRule(rule)
  return kind === 'hours' ? 'hours' : kind === 'holiday' ? 'holidays' : 'all'
}

// The chat may have lost the shop since the question.
async function save(ctx: PlatformContext, { shop, rule }: RuleQuestion, text: string | null): Promise<string | null> {
  refuseUnallowed(ctx, shop, 'orders')
  const words = shopRulesTexts[ctx.language]
  const change = readRule(rule as Rule, text, ctx.app.calendar.formatDay(ctx.app.now()))
  if (!change) return words.unread[kindOfRule(rule) as keyof typeof words.unread]
  const problem = await changed(ctx, shop, change)
  if (problem !== null) return problem
  await show(ctx, String(shop), { of: screenOf(rule), isSaved: true })
  return null
}

/** Changes the rules; returns what is wrong, in the words of the reader, or null. */
async function changed(ctx: PlatformContext, accountId: number, change: RulesChange): Promise<string | null> {
  try {
    await changeShopRules(ctx.app, actingFor(ctx, accountId), change)
    return null
  } catch (error) {
    const [wrong] = error instanceof Refusal && error.code === 'invalid_request' ? (error.fields ?? []) : []
    if (!wrong) throw error
    return wrong.path === 'receiving' ? shopRulesTexts[ctx.language].noWay : reasonOf(ctx.language, wrong)
  }
}

async function set(ctx: PlatformContext, [account, what, value]: string[]): Promise<void> {
  const found = settingOf(what, value, ctx.app.calendar.formatDay(ctx.app.now()))
  if (!found) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const shop = await shopOf(ctx, account)
  if (!shop) return
  const problem = await changed(ctx, shop.id, found.change)
  if (problem !== null) await ctx.alert(problem)
  else await show(ctx, String(shop.id), { of: found.of, isSaved: true })
}

/** The setting that a button stands for: its change and the page that it stands on. A button names its day itself. */
function settingOf(what: string | undefined, value = '', today: string): { change: RulesChange; of: RulesPage } | null {
  if (what === 'always') return { change: () => ({ hours: null }), of: 'hours' }
  if (what === 'delivers') return { change: () => ({ delivers: value === 'on' }), of: 'all' }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return null
  const without = ({ holidays }: PlainRules) => holidays.filter(({ day }) => day !== value)
  if (what === 'open') return { change: rules => ({ holidays: without(rules) }), of: 'holidays' }
  // A button that was left from yesterday closes no other day.
  if (what !== 'close' || value < today || value > moveDay(today, 1)) return null
  return { change: ({ holidays }) => ({ holidays: withHoliday(holidays, { day: value, note: '' }) }), of: 'holidays' }
}
