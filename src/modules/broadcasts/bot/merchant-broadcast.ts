import type { PlatformContext } from '../../../../bot/context.ts'
import { readRowNumber, shortenLabel } from '../../../../bot/screens/buttons.ts'
import { replyNotLinked } from '../../../../bot/screens/merchant/reply-not-linked.ts'
import { readShopNames, type ShopNames } from '../../../../bot/screens/merchant/shop-names.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { fetchFile } from '../../../../bot/telegram/fetch-file.ts'
import { type Button, type Message, makePress } from '../../../../bot/telegram/message.ts'
import { makeVoice, type Voice } from '../../../../bot/texts/voice.ts'
import { html } from '../../../lib/html.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Bot } from '../../../notices/bot.ts'
import { listBots } from '../../../notices/list-bots.ts'
import { type Broadcast, type Segment, segments } from '../broadcast.ts'
import { draftBroadcast } from '../draft-broadcast.ts'
import { type BroadcastView, countSegments, findBroadcast } from '../find-broadcast.ts'
import { startBroadcast, stopBroadcast } from '../start-broadcast.ts'
import { broadcastTexts } from '../texts/broadcast-texts.ts'
import { broadcastForm } from './broadcast-form.ts'
import { renderBroadcast } from './broadcast-message.ts'

/** One message to many customers: compose, preview, send to a segment, and stop. */
export const merchantBroadcastScreen: PlatformScreen = {
  commands: { siaran: beginBroadcast, broadcast: beginBroadcast },
  presses: {
    siaran: beginBroadcast,
    cast: (ctx, [id]) => writeBroadcast(ctx, readRowNumber(id)),
    castto: (ctx, [id, segment]) => askToConfirm(ctx, id, segment),
    castwho: (ctx, [id]) => chooseAgain(ctx, id),
    castgo: (ctx, [id, segment]) => startByChat(ctx, id, segment),
    caststop: stopByChat,
    castlook: (ctx, [id]) => showProgress(ctx, id),
  },
  forms: { broadcast: broadcastForm(storeDraft) },
}

async function beginBroadcast(ctx: PlatformContext): Promise<void> {
  const words = broadcastTexts[ctx.language]
  const bots = await listBots(ctx.app, ctx.accountsFor('orders'))
  if (ctx.accountIds.length > 0 && ctx.accountsFor('orders').length === 0) await ctx.alert(ctx.t.refusals.forbidden)
  else if (bots.length === 0) await replyNotLinked(ctx)
  else if (bots.length === 1) await writeBroadcast(ctx, bots[0]!.id)
  else {
    const shops = await readShopNames(ctx)
    const buttons = bots.map((bot): Button[] => [{ text: botName(ctx, bot, shops), press: makePress('cast', bot.id) }])
    await ctx.say({ text: html`${words.whichBot}`, buttons })
  }
}

function botName({ t }: PlatformContext, { username, mode, account }: Bot, shops: ShopNames): string {
  const shop = account && shops.get(account.id)
  return shortenLabel(`${shop ? `${shop} · ` : ''}@${username}${mode === 'test' ? ` · ${t.merchant.test}` : ''}`)
}

/** Returns the line that names the shop and bot of a broadcast; empty if the merchant has only one bot. */
async function senderLine(ctx: PlatformContext, broadcast: Broadcast): Promise<string> {
  const bots = await listBots(ctx.app, ctx.accountsFor('orders'))
  const bot = bots.length > 1 && bots.find(({ id }) => id === broadcast.bot.id)
  return bot ? `🏪 ${botName(ctx, bot, await readShopNames(ctx))}\n` : ''
}

async function writeBroadcast(ctx: PlatformContext, id: number | null): Promise<void> {
  const bot = (await listBots(ctx.app, ctx.accountsFor('orders'))).find(each => each.id === id)
  if (bot) await ctx.form('broadcast', bot.id)
  else await ctx.alert(ctx.t.unknownButton)
}

async function storeDraft(
  ctx: PlatformContext,
  botId: number,
  message: { text: string; photo: string | null },
): Promise<void> {
  const { app, once } = ctx
  const accountIds = ctx.accountsFor('orders')
  const picture = message.photo === null ? null : await fetchFile(app, ctx.api, message.photo)
  const draft = { botId, authorChatId: ctx.from!.id, text: message.text, picture, once }
  const id = await draftBroadcast(app, accountIds, draft)
  const found = await findBroadcast(app, accountIds, id)
  if (!found) return
  await ctx.say(renderBroadcast(app, found.broadcast, ctx))
  await ctx.say(await segmentsView(ctx, found))
}

async function segmentsView(ctx: PlatformContext, { broadcast }: BroadcastView): Promise<Message> {
  const words = broadcastTexts[ctx.language]
  const counts = await countSegments(ctx.app, broadcast)
  const offered = segments.filter(segment => segment === 'all' || counts[segment] > 0)
  return {
    text: html`${await senderLine(ctx, broadcast)}${words.preview}`,
    buttons: offered.map((segment): Button[] => [
      { text: words.segment[segment](counts[segment]), press: makePress('castto', broadcast.id, segment) },
    ]),
  }
}

/** Renders the progress of a broadcast for its author. */
export function progressView({ broadcast, counts }: BroadcastView, { language }: Pick<Voice, 'language'>): Message {
  const words = broadcastTexts[language]
  const { sent, blocked, failed, unsure, total } = counts
  const missed = [
    blocked > 0 && words.blocked(blocked),
    failed > 0 && words.failed(failed),
    unsure > 0 && words.unsure(unsure),
  ].filter(Boolean)
  const [firstLine] = broadcast.text.split('\n')
  return {
    text: html`📣 <b>${words.states[broadcast.state]}</b>
<i>${[...firstLine!].slice(0, 80).join('')}</i>

${words.sent(sent, total)}${missed.length > 0 && `\n${missed.join(' · ')}`}`,
    buttons:
      broadcast.state === 'sending'
        ? [
            [
              { text: words.look, press: makePress('castlook', broadcast.id) },
              { text: words.stop, press: makePress('caststop', broadcast.id), style: 'danger' },
            ],
          ]
        : [],
  }
}

async function findOwn(ctx: PlatformContext, id: string | undefined): Promise<BroadcastView | null> {
  const number = readRowNumber(id)
  const found = number === null ? null : await findBroadcast(ctx.app, ctx.accountsFor('orders'), number)
  if (!found) await ctx.alert(broadcastTexts[ctx.language].unknown)
  return found
}

async function askToConfirm(ctx: PlatformContext, id: string | undefined, argument: string | undefined): Promise<void> {
  const found = await findOwn(ctx, id)
  const segment = readSegment(argument)
  if (!found || !segment) return
  if (found.broadcast.state !== 'draft') {
    await ctx.show(progressView(found, makeVoice(ctx)))
    return
  }
  const words = broadcastTexts[ctx.language]
  const counts = await countSegments(ctx.app, found.broadcast)
  if (counts[segment] === 0) {
    await ctx.alert(words.nobody)
    return
  }
  await ctx.show({
    text: html`${await senderLine(ctx, found.broadcast)}${words.sure(counts[segment])}`,
    buttons: [
      [{ text: words.go(counts[segment]), press: makePress('castgo', found.broadcast.id, segment), style: 'success' }],
      [{ text: words.back, press: makePress('castwho', found.broadcast.id) }],
    ],
  })
}

async function chooseAgain(ctx: PlatformContext, id: string | undefined): Promise<void> {
  const found = await findOwn(ctx, id)
  if (found) await ctx.show(await segmentsView(ctx, found))
}

async function startByChat(ctx: PlatformContext, id: string | undefined, argument: string | undefined): Promise<void> {
  const found = await findOwn(ctx, id)
  const segment = readSegment(argument)
  if (!found || !segment) return
  const words = broadcastTexts[ctx.language]
  try {
    await startBroadcast(ctx.app, ctx.accountsFor('orders'), { broadcastId: found.broadcast.id, segment })
    await ctx.show({ text: html`${words.begun}` })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'refused_transition')) throw error
    await ctx.alert(words.busy)
  }
}

async function stopByChat(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const found = await findOwn(ctx, id)
  if (!found) return
  await stopBroadcast(ctx.app, ctx.accountsFor('orders'), found.broadcast.id)
  await showProgress(ctx, id)
}

async function showProgress(ctx: PlatformContext, id: string | undefined): Promise<void> {
  const found = await findOwn(ctx, id)
  if (found) await ctx.show(progressView(found, makeVoice(ctx)))
}

function readSegment(argument: string | undefined): Segment | undefined {
  return segments.find(segment => segment === argument)
}
