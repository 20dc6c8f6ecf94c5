import { html } from '../../src/lib/html.ts'
import { answerCustomer } from '../../src/notices/answer-customer.ts'
import { writeToMerchant } from '../../src/notices/write-to-merchant.ts'
import type { PlatformContext, ShopContext } from '../context.ts'
import type { Talk } from '../forms/checkout-form.ts'
import type { Form } from '../forms/form.ts'
import { askWords } from '../forms/talk-form.ts'
import { menuRow, readNumber } from './buttons.ts'
import type { PlatformScreen, ShopScreen } from './screen.ts'

/** The customer's end of the line to the seller. */
export const talkScreen: ShopScreen = {
  commands: { tanya: ctx => ctx.form('talk'), ask: ctx => ctx.form('talk') },
  presses: { ask: ctx => ctx.form('talk') },
  forms: { talk: askForm() },
}

function askForm(): Form {
  return async (talk, ctx) => {
    const text = await askWords(talk, ctx, ctx.t.talk.ask)
    await talk.external(outside => bring(outside, text))
  }
}

async function bring(ctx: ShopContext, text: string): Promise<void> {
  const { store, customer, once, t } = ctx
  const from = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  const isBrought = await writeToMerchant(ctx.app, from, { text, once })
  await ctx.say({ text: html`${isBrought ? t.talk.brought : t.talk.nobody}`, buttons: [menuRow(t)] })
}

/** The seller's end. */
export const talkAnswerScreen: PlatformScreen = {
  presses: { answer: ask },
  forms: { answer: answerForm() },
}

async function ask(ctx: PlatformContext, [talkId]: string[]): Promise<void> {
  const id = readNumber(talkId, 1, 999_999)
  if (id === null) await ctx.alert(ctx.t.unknownButton)
  else await ctx.form('answer', id)
}

function answerForm(): Form {
  return async (talk: Talk, ctx, talkId: number) => {
    const text = await askWords(talk, ctx, ctx.t.talk.answer)
    // Forms are composed for shops and for the platform alike; this one is the platform's.
    await talk.external(outside => answer(outside as unknown as PlatformContext, talkId, text))
  }
}

async function answer(ctx: PlatformContext, talkId: number, text: string): Promise<void> {
  await answerCustomer(ctx.app, ctx.accountIds, { talkId, text, once: ctx.once })
  await ctx.say({ text: html`${ctx.t.talk.answered}` })
}
