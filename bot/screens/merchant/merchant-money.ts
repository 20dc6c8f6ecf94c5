import { type Mode, modes } from '../../../src/database/scope.ts'
import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { nullIfNotFound } from '../../../src/lib/refusals/null-if-not-found.ts'
import { findFittingPayments } from '../../../src/money/find-fitting-payments.ts'
import { findTransfer, listTransfers, type TransferView } from '../../../src/money/list-transfers.ts'
import { type ReviewAction, reviewTransfer } from '../../../src/money/review-transfer.ts'
import { findOrderOfPayment } from '../../../src/orders/find-order.ts'
import { isPaidByAnother } from '../../../src/orders/paid-by-another.ts'
import { seekPayment } from '../../../src/payments/find-payment.ts'
import { findReplacement } from '../../../src/payments/find-replacement.ts'
import type { Payment } from '../../../src/payments/payment.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { moneyTexts } from '../../texts/money-texts.ts'
import { makeVoice, type Voice } from '../../texts/voice.ts'
import { menuRow, readRowNumber, shortenLabel } from '../buttons.ts'
import { holdForApproval } from '../hold-for-approval.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'
import { testMark } from '../test-mark.ts'
import { readOwedRefunds } from './merchant-refunds.ts'
import { replyNotLinked } from './reply-not-linked.ts'

type Decision = Exclude<ReviewAction, 'assign'>
const decisions: Decision[] = ['accept', 'refund', 'ignore']

/** The screen of money in review, and of the decisions about it. Each decision is confirmed first. */
export const merchantMoneyScreen: PlatformScreen = {
  commands: { uang: showInbox, money: showInbox },
  presses: {
    inbox: showInbox,
    money: (ctx, [id]) => showMoney(ctx, id),
    // The button is pressed in a card or the inbox, whose message stays.
    seemoney: (ctx, [id]) => sayMoney(ctx, id),
    moneyask: askDecision,
    moneyyes: decideTransfer,
    moneyfor: askWhichPayment,
    moneyto: askAssignment,
    moneydo: assignTransfer,
  },
}

type Reviewable = Pick<TransferView, 'id' | 'reason' | 'invoiceId' | 'likelyInvoiceId'>

/** Renders the effect of each decision, below the money. */
export function renderMoneyChoices(transfer: Reviewable, { language }: Pick<Voice, 'language'>): Html {
  const words = moneyTexts[language].merchant
  const does = isPayable(transfer) ? [words.does.accept] : []
  const told = [...does, words.does.assign, words.does.refund, words.does.ignore]
  return html`<blockquote>${told.map((each, index) => html`${index > 0 && html`\n`}${each}`)}</blockquote>`
}

function isPayable({ reason, invoiceId, likelyInvoiceId }: Reviewable): boolean {
  return (invoiceId ?? likelyInvoiceId) !== null && reason !== 'cancelled' && reason !== 'paid_twice'
}

/** Money for a paid or cancelled invoice, and money without an invoice, is never accepted unchanged. */
export function moneyButtons(transfer: Reviewable, { language }: Pick<Voice, 'language'>): Button[][] {
  const words = merchantTexts[language]
  const { id } = transfer
  const offered = decisions.filter(decision => decision !== 'accept' || isPayable(transfer))
  const styles = { accept: 'success', refund: undefined, ignore: undefined } as const
  const [accept, ...others] = offered.map((decision): Button[] => {
    const style = styles[decision]
    return [{ text: words.money[decision], press: makePress('moneyask', id, decision), ...(style ? { style } : {}) }]
  })
  const assign: Button[] = [{ text: moneyTexts[language].merchant.assign, press: makePress('moneyfor', id) }]
  return isPayable(transfer) ? [accept!, assign, ...others] : [assign, accept!, ...others]
}

function moneyView({ owner, transfer, isOrderPaid }: ReviewedTransfer, voice: Voice): Message {
  const { t, language, moment } = voice
  const words = merchantTexts[language]
  const { amount, reason, state, occurredAt, receivedAt, payerName, invoiceId, likelyInvoiceId } = transfer
  const hint = isOrderPaid ? moneyTexts[language].merchant.orderIsPaid : reason && t.merchant.moneyHint[reason]
  const inbox = { text: moneyTexts[language].merchant.toInbox, press: makePress('inbox') }
  const outcome = state === 'settled' || state === 'refunded' || state === 'ignored' ? words.moneyDone[state] : null
  return {
    text: html`${outcome === null && `💵 ${moneyTexts[language].merchant.decision} · `}<b>${
      outcome ?? t.merchant.moneyTitle[reason ?? 'unmatched']
    }</b>${testMark(owner.mode === 'test', t)}
${t.merchant.amount}: <b>${formatRupiah(amount)}</b>${payerName && html`\n${t.merchant.payer}: ${payerName}`}
${t.merchant.time}: ${moment(occurredAt ?? receivedAt)}${invoiceId && html`\n${t.invoice}: ${invoiceId}`}${
      !invoiceId && likelyInvoiceId && html`\n${words.probablyFor}: ${likelyInvoiceId}`
    }${outcome === null && reason && html`\n\n${hint}`}${
      state === 'review' && html`\n\n${renderMoneyChoices(transfer, voice)}`
    }`,
    buttons: state === 'review' ? [...moneyButtons(transfer, voice), [inbox]] : [menuRow(t)],
  }
}

export function askMoneyView(
  transfer: TransferView,
  { decision, other = null }: { decision: Decision; other?: Payment | null },
  { language }: Voice,
): Message {
  const words = merchantTexts[language]
  const invoice = transfer.invoiceId ?? transfer.likelyInvoiceId ?? ''
  const question = words.askMoney[decision](formatRupiah(transfer.amount), invoice)
  return {
    text: html`${sayReplaced(invoice, other, language)}${question}`,
    buttons: [
      [
        {
          text: words.moneyYes[decision],
          press: makePress('moneyyes', transfer.id, decision, ...namedOf(other)),
          style: decision === 'accept' ? 'success' : 'danger',
        },
      ],
      [{ text: words.moneyKeep, press: makePress('money', transfer.id) }],
    ],
  }
}

function sayReplaced(invoice: string, other: Payment | null, language: Voice['language']): Html | null {
  if (!other) return null
  const words = moneyTexts[language].merchant
  return html`⚠️ ${words.replaced(invoice, other.invoiceId, words.statuses[other.status])}\n\n`
}

// A button cannot contain two invoices, so it identifies the other invoice by its last characters.
const namedLength = 10
const namedOf = (other: Payment | null) => (other ? [other.invoiceId.slice(-namedLength)] : [])

/** Returns the payment that replaced the invoice of the money; null if the invoice was not replaced. */
async function seekReplacement(
  ctx: PlatformContext,
  { owner }: ReviewedTransfer,
  invoiceId: string | null,
): Promise<Payment | null> {
  const payment = invoiceId === null ? null : await seekPayment(ctx.app, owner, invoiceId)
  return payment && findReplacement(ctx.app, payment)
}

/** Returns the other invoice if its number ends as in the button; otherwise the question is repeated. */
async function namedReplacement(
  ctx: PlatformContext,
  reviewed: ReviewedTransfer,
  { invoiceId, named }: { invoiceId: string | null; named: string | undefined },
): Promise<string | undefined> {
  const other = await seekReplacement(ctx, reviewed, invoiceId)
  return other && named !== undefined && other.invoiceId.endsWith(named) ? other.invoiceId : undefined
}

interface ReviewedTransfer {
  owner: { accountId: number; mode: Mode }
  transfer: TransferView
  /** Whether its order continues and was paid by another invoice. */
  isOrderPaid?: boolean
}

/**
 * Lists the payments that the money may belong to: those that could be paid on the account that received it, nearest
 * amount first.
 */
export function assignView(transfer: TransferView, payments: readonly Payment[], { language }: Voice): Message {
  const words = moneyTexts[language].merchant
  const amount = formatRupiah(transfer.amount)
  const buttons = payments.map(({ invoiceId, finalAmount, status, customerName }): Button[] => {
    const state = status === 'pending' ? words.open : words.expired
    const name = [formatRupiah(finalAmount), customerName, state].filter(Boolean).join(' · ')
    return [{ text: shortenLabel(name), press: makePress('moneyto', transfer.id, invoiceId) }]
  })
  return {
    text: html`${payments.length > 0 ? words.askAssign(amount) : words.assignNone}`,
    buttons: [...buttons, [{ text: words.back, press: makePress('money', transfer.id) }]],
  }
}

// An id alone does not grant access: only the accounts that are linked to this chat now are searched.
async function findOwn(ctx: PlatformContext, id: string | undefined): Promise<ReviewedTransfer | null> {
  const row = readRowNumber(id)
  if (row === null) return null
  for (const accountId of ctx.accountIds) {
    for (const mode of modes) {
      const transfer = await nullIfNotFound(findTransfer(ctx.app, { accountId, mode }, row))
      if (transfer)
        return { owner: { accountId, mode }, transfer, isOrderPaid: await isSurplus(ctx, accountId, transfer) }
    }
  }
  return null
}

async function isSurplus({ app }: PlatformContext, accountId: number, transfer: TransferView): Promise<boolean> {
  const invoiceId = paidBy(transfer)
  const order = invoiceId === null ? null : await findOrderOfPayment(app, { accountId, invoiceId })
  return order !== null && isPaidByAnother(order, invoiceId!)
}

async function showMoney(ctx: PlatformContext, id: string | undefined): Promise<void> {
  const found = await findOwn(ctx, id)
  if (found) await ctx.show(moneyView(found, makeVoice(ctx)))
  else await ctx.alert(merchantTexts[ctx.language].moneyUnknown)
}

async function sayMoney(ctx: PlatformContext, id: string | undefined): Promise<void> {
  const found = await findOwn(ctx, id)
  if (found) await ctx.say(moneyView(found, makeVoice(ctx)))
  else await ctx.alert(merchantTexts[ctx.language].moneyUnknown)
}

const inboxMax = 10

/** Shows the refunds that the merchant's shops owe, and all money that waits for a decision, newest first. */
async function showInbox(ctx: PlatformContext): Promise<void> {
  const { app, accountIds, language } = ctx
  const words = moneyTexts[language].merchant
  if (accountIds.length === 0) return replyNotLinked(ctx)
  const waiting: ReviewedTransfer[] = []
  let total = 0
  for (const accountId of accountIds) {
    for (const mode of modes) {
      const listed = await listTransfers(app, { accountId, mode }, { state: 'review', page: 1, limit: inboxMax })
      waiting.push(...listed.transfers.map(transfer => ({ owner: { accountId, mode }, transfer })))
      total += listed.total
    }
  }
  const shown = waiting.toSorted((one, other) => other.transfer.id - one.transfer.id).slice(0, inboxMax)
  const more = total > shown.length && html`\n${words.inboxMore(total - shown.length)}`
  const lines = shown.map(entry => inboxLine(entry, makeVoice(ctx)))
  const owed = await readOwedRefunds(ctx)
  const review = total > 0 || owed.total === 0
  const waitingText = html`<b>${words.inbox}</b>\n\n${total === 0 ? words.inboxNone : lines}${more}`
  await ctx.show({
    text: html`${owed.text}${owed.text && review && html`\n\n`}${review && waitingText}`,
    buttons: [
      ...owed.buttons,
      ...shown.map(({ transfer: { id, amount } }) => [
        { text: words.check(formatRupiah(amount)), press: makePress('seemoney', id) },
      ]),
      menuRow(ctx.t),
    ],
  })
}

function inboxLine({ owner, transfer }: ReviewedTransfer, { t, moment }: Voice): Html {
  const { receivedAt, amount, reason } = transfer
  return html`${moment(receivedAt)} · <b>${formatRupiah(amount)}</b>${testMark(owner.mode === 'test', t)}
${t.merchant.moneyTitle[reason ?? 'unmatched']}\n`
}

async function askWhichPayment(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const found = await findReviewable(ctx, id)
  if (!found) return
  const fitting = await findFittingPayments(ctx.app, found.owner, found.transfer.id)
  await ctx.show(assignView(found.transfer, fitting, makeVoice(ctx)))
}

async function askAssignment(ctx: PlatformContext, [id, invoiceId]: string[]): Promise<void> {
  const found = await findReviewable(ctx, id)
  if (!found) return
  const fitting = await findFittingPayments(ctx.app, found.owner, found.transfer.id)
  const payment = fitting.find(each => each.invoiceId === invoiceId)
  if (!payment) {
    await ctx.show(assignView(found.transfer, fitting, makeVoice(ctx)))
    return
  }
  const words = moneyTexts[ctx.language].merchant
  const { transfer } = found
  const other = await seekReplacement(ctx, found, payment.invoiceId)
  const amount = formatRupiah(transfer.amount)
  const question = words.confirmAssign(amount, payment.invoiceId, formatRupiah(payment.finalAmount))
  await ctx.show({
    text: html`${sayReplaced(payment.invoiceId, other, ctx.language)}${question}`,
    buttons: [
      [
        {
          text: words.yesAssign,
          press: makePress('moneydo', transfer.id, payment.invoiceId, ...namedOf(other)),
          style: 'primary',
        },
      ],
      [{ text: words.back, press: makePress('moneyfor', transfer.id) }],
    ],
  })
}

async function assignTransfer(ctx: PlatformContext, [id, invoiceId, named]: string[]): Promise<void> {
  const found = await findReviewable(ctx, id)
  if (!found) return
  const replacedBy = await namedReplacement(ctx, found, { invoiceId: invoiceId ?? null, named })
  const review = { transferId: found.transfer.id, invoiceId, replacedBy, actor: `chat ${ctx.from!.id}` }
  const reviewed = await reviewTransfer(ctx.app, found.owner, { ...review, action: 'assign' })
  await ctx.show(moneyView({ ...found, transfer: reviewed }, makeVoice(ctx)))
}

// Money whose review has ended in the meantime is shown in its current state.
async function findReviewable(ctx: PlatformContext, id: string | undefined): Promise<ReviewedTransfer | null> {
  const found = await findOwn(ctx, id)
  if (!found) await ctx.alert(merchantTexts[ctx.language].moneyUnknown)
  else if (found.transfer.state === 'review') {
    refuseForbiddenAct(ctx, found.owner.accountId, 'money')
    return found
  } else await ctx.show(moneyView(found, makeVoice(ctx)))
  return null
}

async function askDecision(ctx: PlatformContext, [id, asked]: string[]): Promise<void> {
  const found = await findOwn(ctx, id)
  const decision = decisions.find(each => each === asked)
  if (!found || !decision) {
    await ctx.alert(merchantTexts[ctx.language].moneyUnknown)
    return
  }
  const { transfer } = found
  refuseForbiddenAct(ctx, found.owner.accountId, 'money')
  if (transfer.state !== 'review') {
    await ctx.show(moneyView(found, makeVoice(ctx)))
    return
  }
  const other = decision === 'accept' ? await seekReplacement(ctx, found, paidBy(transfer)) : null
  await ctx.show(askMoneyView(transfer, { decision, other }, makeVoice(ctx)))
}

function paidBy({ invoiceId, likelyInvoiceId }: TransferView): string | null {
  return invoiceId ?? likelyInvoiceId
}

// If it is handled again after a crash, the decision exists already, and the card is the same.
async function decideTransfer(ctx: PlatformContext, [id, asked, named]: string[]): Promise<void> {
  const found = await findOwn(ctx, id)
  const action = decisions.find(each => each === asked)
  if (!found || !action) {
    await ctx.alert(merchantTexts[ctx.language].moneyUnknown)
    return
  }
  const { owner, transfer } = found
  refuseForbiddenAct(ctx, owner.accountId, 'money')
  if (transfer.state !== 'review') {
    await ctx.show(moneyView(found, makeVoice(ctx)))
    return
  }
  if (action === 'refund') {
    const subject = `/dashboard/review/${transfer.id}`
    const held = await holdForApproval(ctx, owner.accountId, { kinds: ['refund'], amount: transfer.amount, subject })
    if (held !== null) return void (await ctx.alert(held))
  }
  const reviewed = await reviewTransfer(ctx.app, owner, {
    transferId: transfer.id,
    action,
    replacedBy: await namedReplacement(ctx, found, { invoiceId: paidBy(transfer), named }),
    actor: `chat ${ctx.from!.id}`,
  })
  await ctx.show(moneyView({ ...found, transfer: reviewed }, makeVoice(ctx)))
}
