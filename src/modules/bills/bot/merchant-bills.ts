import type { PlatformContext } from '../../../../bot/context.ts'
import { readRowNumber } from '../../../../bot/screens/buttons.ts'
import { makeChatActor } from '../../../../bot/screens/make-chat-actor.ts'
import { replyNotLinked } from '../../../../bot/screens/merchant/reply-not-linked.ts'
import { refuseForbiddenAct } from '../../../../bot/screens/refuse-forbidden-act.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { type Button, type Message, makePress } from '../../../../bot/telegram/message.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { Account } from '../../../accounts/account.ts'
import { findAccounts } from '../../../accounts/find-accounts.ts'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import { notFound, Refusal } from '../../../lib/refusal.ts'
import { describeFieldProblem } from '../../../lib/refusals/refusal-texts.ts'
import type { App } from '../../../needs.ts'
import { qrPng } from '../../../qris/picture.ts'
import { Bill } from '../bill.ts'
import { billUrl } from '../bill-kinds.ts'
import { writeBillMessage } from '../bill-message.ts'
import { closeBill } from '../close-bill.ts'
import { createBill } from '../create-bill.ts'
import { billTexts } from '../texts/bill-chat-texts.ts'
import { updateBill } from '../update-bill.ts'
import { type BillInput, billForm } from './bill-form.ts'
import { billTermForm, findChatTerm, readTermAnswer, type TermQuestion, termButtons } from './bill-terms-form.ts'

/** Creates a bill with one line: `/tagih 50000 kopi` is answered with its link. */
export const merchantBillsScreen: PlatformScreen = {
  commands: { tagih: beginBill, bill: beginBill },
  presses: {
    newbill: ctx => beginBill(ctx, ''),
    bill: (ctx, args) => withBill(ctx, args, bill => showBill(ctx, bill)),
    billterms: (ctx, args) => withBill(ctx, args, bill => showTerms(ctx, bill)),
    billterm: (ctx, args) => withBill(ctx, args, bill => askTerm(ctx, bill, args[2])),
    closebill: (ctx, args) => withBill(ctx, args, bill => askClose(ctx, bill)),
    closebillyes: (ctx, args) => withBill(ctx, args, bill => closeByChat(ctx, bill)),
  },
  forms: {
    bill: billForm(readBill, makeBill),
    billterm: billTermForm({
      save: saveTerm,
      leave: (ctx, { accountId, bill }) => withBill(ctx, [accountId, bill].map(String), one => showTerms(ctx, one)),
    }),
  },
}

interface ShownBill {
  app: Pick<App, 'config' | 'calendar'>
  language: Language
  bill: Bill
  merchant: string
}

/** Renders the card of a payable bill, with its link as a QR code that a press enlarges to the whole screen. */
export function billView({ app, language, bill, merchant }: ShownBill): Message {
  const words = billTexts[language]
  const url = billUrl(app.config, bill)
  const message = writeBillMessage(bill, { language, merchant, url, calendar: app.calendar })
  const buttons: Button[][] = [
    [{ text: words.whatsApp, url: makeWhatsAppLink(bill.customerPhone, message) }],
    [
      { text: words.copy, copy: url },
      { text: words.page, url },
    ],
    [
      { text: words.terms, press: makePress('billterms', bill.accountId, bill.id) },
      { text: words.close, press: makePress('closebill', bill.accountId, bill.id) },
    ],
  ]
  const title = words.made(formatRupiah(bill.amount ?? bill.minAmount!), bill.title)
  const photo = { key: `link ${url}`, name: 'qr.png', bytes: async () => qrPng(url, { minPx: codeMinPx }) }
  return { text: html`<b>${title}</b>\n\n${words.link}\n${url}`, photo, buttons }
}

const codeMinPx = 720

/** Parses `50000 kopi`, `Rp 50.000,- kopi susu` or `50 ribu kopi`; null for anything else. */
export function readBill(text: string): BillInput | null {
  const words = text.trim().split(/\s+/)
  // Takes the longest beginning that is an amount, because `50` of `50 ribu` is one too.
  for (let count = Math.min(amountWordsMax, words.length - 1); count > 0; count--) {
    const amount = readRupiah(words.slice(0, count).join(' '))
    if (!Number.isNaN(amount)) return { amount, title: [...words.slice(count).join(' ')].slice(0, 100).join('') }
  }
  return null
}

/** The maximum number of words in an amount, such as `Rp 1 juta 500 ribu`. */
const amountWordsMax = 5

async function beginBill(ctx: PlatformContext, rest: string): Promise<void> {
  const shops = ctx.accountIds.length === 0 ? [] : await findAccounts(ctx.app, ctx.accountIds)
  if (shops.length === 0) return replyNotLinked(ctx)
  const { shop, said } = findShop(shops, rest)
  const bill = readBill(said)
  if (shop && bill) return makeBill(ctx, shop.id, bill)
  const possible = (shop ? [shop] : shops).map(({ id, displayName: name }) => ({ id, name }))
  await ctx.form('bill', { line: said, shops: possible })
}

async function makeBill(ctx: PlatformContext, accountId: number, typed: BillInput): Promise<void> {
  refuseForbiddenAct(ctx, accountId, 'orders')
  const { app, language, once } = ctx
  const { actor, mode } = makeChatActor(ctx, accountId)
  const [standing, shop] = await Promise.all([
    findStandingByAccount(app, accountId, mode),
    app.em({ accountId }).findOneOrFail(Account, accountId),
  ])
  if (!standing) throw notFound('account')
  const bill = await createBill(app, standing, { ...typed, once }, actor)
  await ctx.say(billView({ app, language, bill, merchant: shop.displayName }))
}

/** Returns the shop of a bill: the only one, or the one whose short name comes first. */
function findShop(shops: Account[], rest: string): { shop: Account | undefined; said: string } {
  if (shops.length === 1) return { shop: shops[0], said: rest }
  const [, first = '', said = ''] = /^(\S+)\s*([\s\S]*)$/.exec(rest.trim()) ?? []
  const shop = shops.find(({ name }) => name === first.toLowerCase())
  return shop ? { shop, said } : { shop: undefined, said: rest }
}

async function withBill(
  ctx: PlatformContext,
  [shop, id]: string[],
  work: (bill: Bill) => Promise<void>,
): Promise<void> {
  const [accountId, billId] = [readRowNumber(shop), readRowNumber(id)]
  const isOwn = accountId !== null && billId !== null && ctx.accountIds.includes(accountId)
  const bill = isOwn ? await ctx.app.em({ accountId, mode: ctx.bot.mode }).findOne(Bill, { id: billId }) : null
  if (!isOwn || !bill) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  refuseForbiddenAct(ctx, accountId, 'orders')
  await work(bill)
}

async function showBill(ctx: PlatformContext, bill: Bill): Promise<void> {
  const { displayName } = await ctx.app.em({ accountId: bill.accountId }).findOneOrFail(Account, bill.accountId)
  if (bill.isPayableAt(ctx.app.now())) {
    await ctx.show(billView({ app: ctx.app, language: ctx.language, bill, merchant: displayName }))
    return
  }
  const words = billTexts[ctx.language]
  await ctx.show({ text: html`${bill.status === 'paid' ? words.paid(bill.title) : words.closed(bill.title)}` })
}

async function showTerms(ctx: PlatformContext, bill: Bill): Promise<void> {
  if (bill.isOver()) return showBill(ctx, bill)
  const back: Button = { text: ctx.t.back, press: makePress('bill', bill.accountId, bill.id) }
  const text = html`${billTexts[ctx.language].askTerms(bill.title)}`
  await ctx.show({ text, buttons: [...termButtons(bill, ctx.language), [back]] })
}

async function askTerm(ctx: PlatformContext, bill: Bill, key: string | undefined): Promise<void> {
  const field = findChatTerm(key)
  if (!field) return void (await ctx.alert(ctx.t.unknownButton))
  const question = field.chat.question[ctx.language]
  const isSet = bill[field.property] !== null
  await ctx.form('billterm', { accountId: bill.accountId, bill: bill.id, key: field.chat.key, question, isSet })
}

// The chat may have lost access to the shop since the question.
async function saveTerm(
  ctx: PlatformContext,
  { accountId, bill: id, key }: TermQuestion,
  text: string | null,
): Promise<string | null> {
  const field = findChatTerm(key)!
  const { app, language } = ctx
  const value = text === null ? null : readTermAnswer(field, text, app.calendar.formatDay(app.now()))
  if (value === undefined) return billTexts[language].unread
  let problem: string | null = null
  await withBill(ctx, [accountId, id].map(String), async bill => {
    const standing = await findStandingByAccount(app, accountId, bill.mode)
    if (!standing) throw notFound('account')
    try {
      await showTerms(ctx, await updateBill(app, standing, bill.publicId, { [field.property]: value }))
    } catch (error) {
      const mistake = error instanceof Refusal && error.fields?.[0]
      if (!mistake) throw error
      problem = describeFieldProblem(language, mistake)
    }
  })
  return problem
}

async function askClose(ctx: PlatformContext, bill: Bill): Promise<void> {
  if (bill.isOver()) return showBill(ctx, bill)
  const words = billTexts[ctx.language]
  await ctx.show({
    text: html`${words.askClose(bill.title)}`,
    buttons: [
      [{ text: words.yes, press: makePress('closebillyes', bill.accountId, bill.id), style: 'danger' }],
      [{ text: words.no, press: makePress('bill', bill.accountId, bill.id) }],
    ],
  })
}

// If it runs again after a crash, or the bill was paid in the meantime, it shows the bill's current state.
async function closeByChat(ctx: PlatformContext, { accountId, mode, publicId }: Bill): Promise<void> {
  const closed = await closeBill(ctx.app, { accountId, mode }, publicId).catch(error => {
    if (error instanceof Refusal && error.code === 'refused_transition') return null
    throw error
  })
  const em = ctx.app.em({ accountId, mode })
  await showBill(ctx, closed ?? (await em.findOneOrFail(Bill, { publicId })))
}
