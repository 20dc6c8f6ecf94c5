import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { findTransfer, type TransferView } from '../../src/payments/list-transfers.ts'
import { type ReviewAction, reviewTransfer } from '../../src/payments/review-transfer.ts'
import type { PlatformContext } from '../context.ts'
import { type Button, type Message, press } from '../telegram/message.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import { type Voice, voiceOf } from '../texts/voice.ts'
import type { PlatformScreen } from './screen.ts'

type Decision = Exclude<ReviewAction, 'assign'>
const decisions: Decision[] = ['accept', 'refund', 'ignore']

/** Money in review: what can be decided about it, asked once more before it is done. */
export const merchantMoneyScreen: PlatformScreen = {
  presses: {
    money: (ctx, [id]) => showMoney(ctx, id),
    moneyask: askDecision,
    moneyyes: decide,
  },
}

type Reviewable = Pick<TransferView, 'id' | 'reason' | 'invoiceId' | 'likelyInvoiceId'>

/** Money for a paid or cancelled invoice, and money without one, is never accepted as it is. */
export function moneyButtons(transfer: Reviewable, { language }: Pick<Voice, 'language'>): Button[][] {
  const words = merchantTexts[language]
  const { id, reason, invoiceId, likelyInvoiceId } = transfer
  const isPayable = (invoiceId ?? likelyInvoiceId) !== null && reason !== 'cancelled' && reason !== 'paid_twice'
  const offered = decisions.filter(decision => decision !== 'accept' || isPayable)
  return offered.map(decision => [{ text: words.money[decision], press: press('moneyask', id, decision) }])
}

export function moneyView(transfer: TransferView, voice: Voice): Message {
  const { t, language, moment } = voice
  const words = merchantTexts[language]
  const { amount, reason, state, occurredAt, receivedAt, payerName, invoiceId, likelyInvoiceId } = transfer
  const outcome = state === 'settled' || state === 'refunded' || state === 'ignored' ? words.moneyDone[state] : null
  return {
    text: html`<b>${outcome ?? t.merchant.moneyTitle[reason ?? 'unmatched']}</b>
${t.merchant.amount}: <b>${formatRupiah(amount)}</b>${payerName && html`\n${t.merchant.payer}: ${payerName}`}
${t.merchant.time}: ${moment(occurredAt ?? receivedAt)}${invoiceId && html`\n${t.invoice}: ${invoiceId}`}${
      !invoiceId && likelyInvoiceId && html`\n${words.probablyFor}: ${likelyInvoiceId}`
    }${outcome === null && reason && html`\n\n${t.merchant.moneyHint[reason]}`}`,
    buttons: state === 'review' ? moneyButtons(transfer, voice) : [],
  }
}

export function askMoneyView(transfer: TransferView, decision: Decision, { language }: Voice): Message {
  const words = merchantTexts[language]
  const invoice = transfer.invoiceId ?? transfer.likelyInvoiceId ?? ''
  return {
    text: html`${words.askMoney[decision](formatRupiah(transfer.amount), invoice)}`,
    buttons: [
      [{ text: words.moneyYes[decision], press: press('moneyyes', transfer.id, decision), style: 'primary' }],
      [{ text: words.moneyKeep, press: press('money', transfer.id) }],
    ],
  }
}

interface Found {
  owner: { accountId: number; mode: 'live' | 'test' }
  transfer: TransferView
}

// A number alone opens nothing: it is looked for among the accounts that this chat is linked to now.
async function findOwn(ctx: PlatformContext, id: string | undefined): Promise<Found | null> {
  if (id === undefined || !/^\d{1,15}$/.test(id)) return null
  for (const accountId of ctx.accountIds) {
    for (const mode of ['live', 'test'] as const) {
      try {
        return { owner: { accountId, mode }, transfer: await findTransfer(ctx.app, { accountId, mode }, Number(id)) }
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'not_found')) throw error
      }
    }
  }
  return null
}

async function showMoney(ctx: PlatformContext, id: string | undefined): Promise<void> {
  const found = await findOwn(ctx, id)
  if (found) await ctx.show(moneyView(found.transfer, voiceOf(ctx)))
  else await ctx.alert(merchantTexts[ctx.language].moneyUnknown)
}

async function askDecision(ctx: PlatformContext, [id, asked]: string[]): Promise<void> {
  const found = await findOwn(ctx, id)
  const decision = decisions.find(each => each === asked)
  if (!found || !decision) return void (await ctx.alert(merchantTexts[ctx.language].moneyUnknown))
  const { transfer } = found
  const view =
    transfer.state === 'review' ? askMoneyView(transfer, decision, voiceOf(ctx)) : moneyView(transfer, voiceOf(ctx))
  await ctx.show(view)
}

// Handled again after a crash it finds the decision made already, and shows the same card.
async function decide(ctx: PlatformContext, [id, asked]: string[]): Promise<void> {
  const found = await findOwn(ctx, id)
  const action = decisions.find(each => each === asked)
  if (!found || !action) return void (await ctx.alert(merchantTexts[ctx.language].moneyUnknown))
  const { owner, transfer } = found
  if (transfer.state !== 'review') return void (await ctx.show(moneyView(transfer, voiceOf(ctx))))
  const reviewed = await reviewTransfer(ctx.app, owner, {
    transferId: transfer.id,
    action,
    actor: `chat ${ctx.from!.id}`,
  })
  await ctx.show(moneyView(reviewed, voiceOf(ctx)))
}
