import { html } from '../../src/lib/html.ts'
import { answerCustomer } from '../../src/notices/answer-customer.ts'
import { talkTextMax } from '../../src/notices/talk-message.ts'
import { writeToMerchant } from '../../src/notices/write-to-merchant.ts'
import type { PlatformContext, ShopContext } from '../context.ts'
import type { Talk } from '../forms/checkout-form.ts'
import type { Form } from '../forms/form.ts'
import { askWordsOrPhoto, type SaidInChat, saidIn } from '../forms/talk-form.ts'
import { fetchFile } from '../telegram/fetch-file.ts'
import { menuRow, readRow } from './buttons.ts'
import type { PlatformScreen, ShopScreen } from './screen.ts'

/** The customer's end of the line to the seller. */
export const talkScreen: ShopScreen = {
  commands: { tanya: ctx => ctx.form('talk'), ask: ctx => ctx.form('talk') },
  // Beneath what the seller wrote it is another verb, so that only there a reply goes to the seller.
  presses: { ask: ctx => ctx.form('talk'), reply: ctx => ctx.form('talk') },
  replies: { reply: ctx => passOn(ctx, said => bring(ctx, said)) },
  forms: { talk: askForm() },
}

async function passOn(ctx: ShopContext | PlatformContext, bringIt: (said: SaidInChat) => Promise<void>): Promise<void> {
  const said = saidIn(ctx.message!)
  if ('problem' in said)
    await ctx.say({ text: html`${said.problem === 'long' ? ctx.t.tooLong(talkTextMax) : ctx.t.talk.textOnly}` })
  else await bringIt(said)
}

function askForm(): Form {
  return async (talk, ctx) => {
    const said = await askWordsOrPhoto(talk, ctx, ctx.t.talk.ask)
    await talk.external(outside => bring(outside, said))
  }
}

async function bring(ctx: ShopContext, said: SaidInChat): Promise<void> {
  const { store, customer, once, t } = ctx
  const from = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  const isBrought = await writeToMerchant(ctx.app, from, { ...(await saidOf(ctx, said)), once })
  await ctx.say({ text: html`${isBrought ? t.talk.brought : t.talk.nobody}`, buttons: [menuRow(t)] })
}

/** The seller's end. */
export const talkAnswerScreen: PlatformScreen = {
  presses: { answer: ask },
  replies: {
    answer: async (ctx, [talkId]) => {
      const id = readRow(talkId)
      if (id !== null) await passOn(ctx, said => answer(ctx, id, said))
    },
  },
  forms: { answer: answerForm() },
}

async function ask(ctx: PlatformContext, [talkId]: string[]): Promise<void> {
  const id = readRow(talkId)
  if (id === null) await ctx.alert(ctx.t.unknownButton)
  else await ctx.form('answer', id)
}

function answerForm(): Form {
  return async (talk: Talk, ctx, talkId: number) => {
    const said = await askWordsOrPhoto(talk, ctx, ctx.t.talk.answer)
    // Forms are composed for shops and for the platform alike; this one is the platform's.
    await talk.external(outside => answer(outside as unknown as PlatformContext, talkId, said))
  }
}

async function answer(ctx: PlatformContext, talkId: number, said: SaidInChat): Promise<void> {
  await answerCustomer(ctx.app, ctx.accountsFor('orders'), { talkId, ...(await saidOf(ctx, said)), once: ctx.once })
  await ctx.say({ text: html`${ctx.t.talk.answered}` })
}

// Another bot passes it on, and bots cannot use each other's file ids.
async function saidOf(ctx: ShopContext | PlatformContext, { text, photo }: SaidInChat) {
  return { text, picture: photo === null ? null : await fetchFile(ctx.app, ctx.api, photo) }
}
