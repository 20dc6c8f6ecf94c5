import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import {
  computeOwedAmount,
  listOwedRefunds,
  noteOwedRefunds,
  type OwingOrder,
} from '../../../src/orders/owed-refunds.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, makePress } from '../../telegram/message.ts'
import { moneyTexts } from '../../texts/money-texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { shortenLabel } from '../buttons.ts'
import { holdForApproval } from '../hold-for-approval.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'
import { testMark } from '../test-mark.ts'
import { findOrderToRead, showCard } from './merchant.ts'

/** The screen that records, after a confirmation, that a merchant returned the money owed for an order. */
export const merchantRefundsScreen: PlatformScreen = {
  presses: {
    refundask: (ctx, [number]) => askRefund(ctx, number),
    refundyes: (ctx, [number]) => noteRefund(ctx, number),
  },
}

const shownMax = 5

/** Returns the refunds that the merchant's shops owe: their number, and a line and a button for each of the newest. */
export async function readOwedRefunds(
  ctx: PlatformContext,
): Promise<{ total: number; text: Html | null; buttons: Button[][] }> {
  const { orders, total } = await listOwedRefunds(ctx.app, ctx.accountIds, shownMax)
  const words = moneyTexts[ctx.language].merchant.owed
  const more = total > orders.length && html`\n${words.more(total - orders.length)}`
  return {
    total,
    text: total === 0 ? null : html`<b>${words.title}</b>\n${orders.map(order => owedLine(order, ctx))}${more}`,
    buttons: orders.map(order => [
      {
        text: shortenLabel(`↩️ ${formatRupiah(computeOwedAmount(order))} · ${order.customerName}`),
        press: makePress('seecard', order.orderNumber),
      },
    ]),
  }
}

function owedLine(order: OwingOrder, { t, language }: Pick<Voice, 't' | 'language'>): Html {
  const { line } = moneyTexts[language].merchant.owed
  const owed = line(formatRupiah(computeOwedAmount(order)), order.customerName)
  return html`\n<b>${order.orderNumber}</b>${testMark(order.mode === 'test', t)}: ${owed}`
}

async function askRefund(ctx: PlatformContext, number: string | undefined): Promise<void> {
  const found = await findOrderToRead(ctx, number)
  if (!found) return
  const { order, accountId } = found
  refuseForbiddenAct(ctx, accountId, 'money')
  if (!order.refundDue) return showCard(ctx, number)
  const words = moneyTexts[ctx.language].merchant.owed
  await ctx.show({
    text: html`${words.ask(formatRupiah(computeOwedAmount(order)), order.customerName, order.orderNumber)}`,
    buttons: [
      [{ text: words.yes, press: makePress('refundyes', order.orderNumber), style: 'success' }],
      [{ text: words.keep, press: makePress('card', order.orderNumber) }],
    ],
  })
}

// If it is handled again after a crash, the refund is already recorded, and the card is the same.
async function noteRefund(ctx: PlatformContext, number: string | undefined): Promise<void> {
  const found = await findOrderToRead(ctx, number)
  if (!found) return
  const { accountId, order } = found
  refuseForbiddenAct(ctx, accountId, 'money')
  if (!order.refundDue) return showCard(ctx, number)
  const subject = `/dashboard/orders/${order.orderNumber}`
  const held = await holdForApproval(ctx, accountId, { kinds: ['refund'], amount: computeOwedAmount(order), subject })
  if (held !== null) return void (await ctx.alert(held))
  await noteOwedRefunds(ctx.app, accountId, order.orderNumber, { actor: `chat ${ctx.from!.id}` })
  await showCard(ctx, number)
}
