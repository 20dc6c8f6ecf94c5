import type { PlatformContext, ShopContext } from '../../../../bot/context.ts'
import type { FormConversation } from '../../../../bot/forms/checkout-form.ts'
import type { Form } from '../../../../bot/forms/form.ts'
import { menuRow, readRowNumber } from '../../../../bot/screens/buttons.ts'
import { findRepliedMessage } from '../../../../bot/screens/conversation/find-replied-message.ts'
import type { PlatformScreen, ShopScreen } from '../../../../bot/screens/screen.ts'
import { fetchFile } from '../../../../bot/telegram/fetch-file.ts'
import { makePress } from '../../../../bot/telegram/message.ts'
import { html } from '../../../lib/html.ts'
import { toPlainLine } from '../../../lib/plain-text.ts'
import { answerCustomer, markRead } from '../answer-customer.ts'
import { leaveMerchantTalk, leaveTalk } from '../leave-talk.ts'
import { talkTextMax } from '../talk-message.ts'
import { talkTexts } from '../texts/talk-texts.ts'
import { writeToMerchant } from '../write-to-merchant.ts'
import { askTextOrPhoto, type ChatContent, readChatContent } from './talk-form.ts'

/** The customer's side of the conversation with the seller. */
export const talkScreen: ShopScreen = {
  commands: { tanya: ctx => ctx.form('talk'), ask: ctx => ctx.form('talk') },
  // A button below the seller's message has a different verb, so that only a reply there goes to the seller.
  presses: { ask: ctx => ctx.form('talk'), reply: ctx => ctx.form('talk'), sendthis: sendThis },
  replies: { reply: ctx => passOn(ctx, message => bringMessage(ctx, message)) },
  talk: { take: takeLine, leave: leaveByChat },
  forms: { talk: askForm() },
}

async function passOn(
  ctx: ShopContext | PlatformContext,
  bringIt: (message: ChatContent) => Promise<void>,
): Promise<void> {
  const said = readChatContent(ctx.message!)
  if ('problem' in said)
    await ctx.say({ text: html`${said.problem === 'long' ? ctx.t.tooLong(talkTextMax) : ctx.t.talk.textOnly}` })
  else await bringIt(said)
}

function askForm(): Form {
  return async (talk, ctx) => {
    const said = await askTextOrPhoto(talk, ctx, talkTexts[ctx.language].ask)
    await talk.external(outside => bringMessage(outside, said))
  }
}

async function bringMessage(ctx: ShopContext, message: ChatContent): Promise<void> {
  const { t } = ctx
  const isBrought = await writeMessage(ctx, message)
  await ctx.say({
    text: html`${isBrought ? talkTexts[ctx.language].brought : talkTexts[ctx.language].nobody}`,
    buttons: [menuRow(t)],
  })
}

async function writeMessage(
  ctx: ShopContext,
  message: ChatContent,
  messageId = ctx.message?.message_id,
): Promise<boolean> {
  const { store, customer, once } = ctx
  const from = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  return writeToMerchant(ctx.app, from, { ...(await readMessage(ctx, message)), once, messageId: messageId ?? null })
}

/** Sends the seller the message that the pressed one replies to, so that the customer need not type it again. */
async function sendThis(ctx: ShopContext): Promise<void> {
  const { t } = ctx
  const said = readChatContent(findRepliedMessage(ctx) ?? {})
  if ('problem' in said) {
    if (said.problem === 'long') await ctx.say({ text: html`${t.tooLong(talkTextMax)}` })
    await ctx.form('talk')
    return
  }
  const isBrought = await writeMessage(ctx, said, findRepliedMessage(ctx)?.message_id)
  await ctx.show({
    text: html`${isBrought ? talkTexts[ctx.language].brought : talkTexts[ctx.language].nobody}`,
    buttons: [menuRow(t)],
  })
}

async function takeLine(ctx: ShopContext): Promise<boolean> {
  const { customer, t, message } = ctx
  if (customer.talkUntil === null || customer.talkUntil <= ctx.app.now()) return false
  const said = readChatContent(message!)
  if ('problem' in said && said.problem === 'wordless') return false
  await passOn(ctx, async words => {
    const isBrought = await writeMessage(ctx, words)
    await ctx.say({
      text: html`${isBrought ? talkTexts[ctx.language].broughtToo : talkTexts[ctx.language].nobody}`,
      replyTo: message!.message_id,
      buttons: [
        ...(words.text === '' ? [] : [[{ text: talkTexts[ctx.language].searchOnly, press: makePress('seek') }]]),
        menuRow(t),
      ],
    })
  })
  return true
}

async function leaveByChat({ app, store, customer }: ShopContext): Promise<void> {
  if (customer.talkUntil !== null) await leaveTalk(app, { accountId: store.accountId, customerId: customer.id })
}

/** The seller's side of the conversation. */
export const talkAnswerScreen: PlatformScreen = {
  presses: {
    answer: askAnswer,
    endtalk: async ctx => void (await ctx.show({ text: html`${talkTexts[ctx.language].talkEnded}` })),
  },
  replies: {
    answer: async (ctx, [talkId]) => {
      const id = readRowNumber(talkId)
      if (id !== null) await passOn(ctx, message => sendAnswer(ctx, id, message))
    },
  },
  talk: {
    async take(ctx) {
      const { talkId } = ctx
      const said = readChatContent(ctx.message!)
      if (talkId === null || ('problem' in said && said.problem === 'wordless')) return false
      await passOn(ctx, words => sendAnswer(ctx, talkId, words))
      return true
    },
    async leave(ctx) {
      if (ctx.talkId !== null) await leaveMerchantTalk(ctx.app, ctx.accountIds, ctx.from!.id)
    },
  },
  forms: { answer: answerForm() },
}

async function askAnswer(ctx: PlatformContext, [talkId]: string[]): Promise<void> {
  const id = readRowNumber(talkId)
  if (id === null) await ctx.alert(ctx.t.unknownButton)
  else {
    await markRead(ctx.app, ctx.accountIds, id)
    await ctx.form('answer', id)
  }
}

function answerForm(): Form {
  return async (talk: FormConversation, ctx, talkId: number) => {
    const said = await askTextOrPhoto(talk, ctx, talkTexts[ctx.language].answer)
    // Forms are composed for shops and for the platform alike; this one belongs to the platform.
    await talk.external(outside => sendAnswer(outside as unknown as PlatformContext, talkId, said))
  }
}

async function sendAnswer(ctx: PlatformContext, talkId: number, message: ChatContent): Promise<void> {
  const { app, once } = ctx
  const words = await readMessage(ctx, message)
  const to = { talkId, chatId: ctx.from!.id, ...words, once }
  const name = await answerCustomer(app, ctx.accountsFor('orders'), to)
  await ctx.say({
    text: html`${talkTexts[ctx.language].answered(toPlainLine(name))}`,
    buttons: [[{ text: talkTexts[ctx.language].endTalk, press: makePress('endtalk') }]],
  })
}

// Another bot forwards it, and bots cannot use each other's file ids.
async function readMessage(ctx: ShopContext | PlatformContext, { text, photo }: ChatContent) {
  return { text, picture: photo === null ? null : await fetchFile(ctx.app, ctx.api, photo) }
}
