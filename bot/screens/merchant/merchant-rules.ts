import type { Account } from '../../../src/accounts/account.ts'
import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { makeZoneId } from '../../../src/catalog/delivery-zones.ts'
import { findShopRules } from '../../../src/catalog/find-shop-rules.ts'
import { requiredDetailNames } from '../../../src/catalog/product-kinds.ts'
import { changeShopRules } from '../../../src/catalog/rules/change-shop-rules.ts'
import type { PlainRules } from '../../../src/catalog/rules/check-shop-rules.ts'
import { type ChatRule, findRuleByChatKey } from '../../../src/catalog/rules/rule-fields.ts'
import { toPlainRules } from '../../../src/catalog/rules/to-plain-rules.ts'
import { moveDay } from '../../../src/lib/calendar.ts'
import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { describeFieldProblem } from '../../../src/lib/refusals/refusal-texts.ts'
import type { PlatformContext } from '../../context.ts'
import { type RuleQuestion, ruleForm } from '../../forms/rule-form.ts'
import { type Button, makePress } from '../../telegram/message.ts'
import { shopRulesTexts } from '../../texts/shop-rules-texts.ts'
import type { Language } from '../../texts/texts.ts'
import { menuRow, readRowNumber } from '../buttons.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'
import { addHoliday, findRuleKind, isZoneRule, type RulesChange, readRule, type SpecialRule } from './read-rule.ts'
import { replyNotLinked } from './reply-not-linked.ts'
import { contactView, deliveryView, ordersView, zonesView, zoneView } from './rules-pages.ts'
import { holidaysView, hoursView, rulesView } from './rules-view.ts'

/** The screen of a shop's rules: opening hours, delivery and contact. The dashboard contains these rules too. */
export const merchantRulesScreen: PlatformScreen = {
  commands: { aturan: ctx => beginRules(ctx), rules: ctx => beginRules(ctx) },
  presses: {
    rules: (ctx, [shop]) => (shop === undefined ? beginRules(ctx) : showRules(ctx, shop)),
    rulepage: (ctx, [shop, page]) => showRules(ctx, shop, { of: isPage(page) ? page : 'all' }),
    rulezone: (ctx, [shop, zone]) => showRules(ctx, shop, { of: 'zone', zone }),
    ruleask: askRule,
    ruleset: setRule,
  },
  forms: {
    rule: ruleForm({
      save: saveRule,
      leave: (ctx, { shop, rule, zone }) => showRules(ctx, String(shop), { of: findPage(rule), zone }),
    }),
  },
}

const views = {
  all: rulesView,
  hours: hoursView,
  holidays: holidaysView,
  delivery: deliveryView,
  zones: zonesView,
  zone: zoneView,
  orders: ordersView,
  contact: contactView,
}
type RulesPage = keyof typeof views

function isPage(page: string | undefined): page is RulesPage {
  return page !== undefined && Object.hasOwn(views, page)
}

async function beginRules(ctx: PlatformContext): Promise<void> {
  const [only, ...others] = ctx.accountIds
  if (only === undefined) return replyNotLinked(ctx)
  if (others.length === 0) return showRules(ctx, String(only))
  const shops = await findAccounts(ctx.app, ctx.accountIds)
  const buttons = shops.map(({ id, displayName }): Button[] => [{ text: displayName, press: makePress('rules', id) }])
  await ctx.show({ text: html`${shopRulesTexts[ctx.language].which}`, buttons: [...buttons, menuRow(ctx.t)] })
}

/** Shows a page of the rules to a member who may change them. */
export async function showRules(
  ctx: PlatformContext,
  account: string | undefined,
  { of = 'all', zone, isSaved = false }: { of?: RulesPage; zone?: string | undefined; isSaved?: boolean } = {},
): Promise<void> {
  const shop = await findRuleShop(ctx, account)
  if (!shop) return
  const { app } = ctx
  const today = app.calendar.formatDay(app.now())
  const rules = toPlainRules(await findShopRules(app, shop.id), today)
  const maySet = ctx.accountsFor('settings').includes(shop.id)
  await ctx.show(views[of]({ shop, rules, today, isSaved, zone, maySet }, ctx))
}

// Returns the account for a member who may change the rules; refuses other members in the chat.
async function findRuleShop(ctx: PlatformContext, account: string | undefined): Promise<Account | null> {
  const id = readRowNumber(account)
  if (id === null || !ctx.accountIds.includes(id)) {
    await ctx.alert(ctx.t.unknownButton)
    return null
  }
  refuseForbiddenAct(ctx, id, 'orders')
  const [shop] = await findAccounts(ctx.app, [id])
  return shop!
}

async function askRule(ctx: PlatformContext, [account, rule, zone]: string[]): Promise<void> {
  const kind = findRuleKind(rule)
  if (kind === null) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const shop = await findRuleShop(ctx, account)
  if (!shop) return
  const about = { shop: shop.id, rule: rule!, ...(zone === undefined ? {} : { zone }) }
  await ctx.form('rule', { ...makeQuestion(rule!, ctx.language), ...about } satisfies RuleQuestion)
}

const someTimes = ['08.00-17.00', '09.00-21.00', '10.00-22.00']
const offers = { zfee: ['5.000', '10.000', '15.000'], zkg: ['2.000', '5.000', '10.000'] }

type Question = Pick<RuleQuestion, 'question' | 'offered' | 'clear'>

function makeQuestion(rule: string, language: Language): Question {
  const described = findRuleByChatKey(rule)
  return described ? questionOfField(described, language) : ownQuestion(rule as SpecialRule, language)
}

function questionOfField({ chat }: ChatRule, language: Language): Question {
  const { question, offered = [], clear } = chat
  return {
    question: question[language],
    offered: [...offered],
    clear: clear?.[language] ?? shopRulesTexts[language].clear.text,
  }
}

function ownQuestion(rule: SpecialRule, language: Language): Question {
  const { ask: questions, clear, days, buttons } = shopRulesTexts[language]
  switch (rule) {
    case 'holiday':
    case 'zone':
      return { question: questions[rule], offered: [], clear: null }
    case 'zkg':
      return { question: questions.zkg, offered: offers.zkg, clear: clear.zkg }
    case 'zfee':
      return { ...makeQuestion('fee', language), offered: offers.zfee }
    case 'zplaces':
    case 'zaround':
      return { question: questions[rule], offered: [], clear: clear.text }
    case 'daily':
      return { question: questions.hours(buttons.daily), offered: someTimes, clear: null }
    default:
      return { question: questions.hours(days[rule]), offered: someTimes, clear: clear.day }
  }
}

/** Returns the page that contains a rule. */
function findPage(rule: string): RulesPage {
  if (isZoneRule(rule)) return 'zone'
  switch (rule) {
    case 'holiday':
      return 'holidays'
    case 'zone':
      return 'zones'
    default:
      return findRuleByChatKey(rule)?.chat.page ?? 'hours'
  }
}

// The shop may have been unlinked from the chat since the question.
async function saveRule(
  ctx: PlatformContext,
  { shop, rule, zone }: RuleQuestion,
  text: string | null,
): Promise<string | null> {
  refuseForbiddenAct(ctx, shop, 'orders')
  const words = shopRulesTexts[ctx.language]
  const today = ctx.app.calendar.formatDay(ctx.app.now())
  const change = readRule(rule, text, { today, zone })
  if (!change) return words.unread[findRuleKind(rule) as keyof typeof words.unread]
  const problem = await changeRules(ctx, shop, change)
  if (problem !== null) return problem
  await showRules(ctx, String(shop), { of: findPage(rule), zone, isSaved: true })
  return null
}

/** Changes the rules; returns the problem in the reader's language, or null. */
async function changeRules(ctx: PlatformContext, accountId: number, change: RulesChange): Promise<string | null> {
  try {
    await changeShopRules(ctx.app, makeChatActor(ctx, accountId), change)
    return null
  } catch (error) {
    const [wrong] = error instanceof Refusal && error.code === 'invalid_request' ? (error.fields ?? []) : []
    if (!wrong) throw error
    const { noWay, unread } = shopRulesTexts[ctx.language]
    if (wrong.path.endsWith('.around')) return unread.circle
    return wrong.path === 'receiving' ? noWay : describeFieldProblem(ctx.language, wrong)
  }
}

async function setRule(ctx: PlatformContext, [account, what, value]: string[]): Promise<void> {
  const found = findSetting(what, value, ctx.app.calendar.formatDay(ctx.app.now()))
  if (!found) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const shop = await findRuleShop(ctx, account)
  if (!shop) return
  const problem = await changeRules(ctx, shop.id, found.change)
  if (problem !== null) await ctx.alert(problem)
  else await showRules(ctx, String(shop.id), { of: found.of, isSaved: true })
}

/** Returns the setting that a button changes, and its page. */
function findSetting(
  what: string | undefined,
  value = '',
  today: string,
): { change: RulesChange; of: RulesPage } | null {
  switch (what) {
    case 'always':
      return { change: () => ({ hours: null }), of: 'hours' }
    case 'delivers':
      return { change: () => ({ delivers: value === 'on' }), of: 'delivery' }
    case 'dropzone':
      return { change: ({ zones }) => ({ zones: zones.filter(zone => makeZoneId(zone) !== value) }), of: 'zones' }
    case 'ask':
    case 'unask':
      return askedChange(value, what === 'ask')
    default:
      return holidayChange(what, value, today)
  }
}

function askedChange(value: string, isOn: boolean): { change: RulesChange; of: RulesPage } | null {
  const field = requiredDetailNames.find(each => each === value)
  if (!field) return null
  const change: RulesChange = ({ asks }) => {
    return { asks: requiredDetailNames.filter(each => (each === field ? isOn : asks.includes(each))) }
  }
  return { change, of: 'orders' }
}

/** Returns the change that a button makes; it names its day itself. */
function holidayChange(what: string | undefined, value: string, today: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return null
  const without = ({ holidays }: PlainRules) => holidays.filter(({ day }) => day !== value)
  const of = 'holidays' as const
  if (what === 'open') return { change: (rules: PlainRules) => ({ holidays: without(rules) }), of }
  // A button that was sent yesterday must not close another day.
  if (what !== 'close' || value < today || value > moveDay(today, 1)) return null
  return { change: ({ holidays }: PlainRules) => ({ holidays: addHoliday(holidays, { day: value, note: '' }) }), of }
}
