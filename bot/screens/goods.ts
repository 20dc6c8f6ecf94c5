import { buffer } from 'node:stream/consumers'
import { findFile } from '../../src/goods/find-goods.ts'
import { type Html, html, renderLines } from '../../src/lib/html.ts'
import type { App } from '../../src/needs.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import type { Goods } from '../../src/orders/order.ts'
import type { ShopContext } from '../context.ts'
import { type Attachment, type Button, type Message, makePress } from '../telegram/message.ts'
import { makeVoice, type Voice } from '../texts/voice.ts'
import { findOwnOrderOrReply } from './find-own-order.ts'
import type { ShopScreen } from './screen.ts'

export const goodsScreen: ShopScreen = {
  presses: { goods: sayGoods },
}

const keysInTextMax = 5
const textMax = 3500
const copyMax = 256

/** Returns whether the order contains goods that can be opened in the chat. */
export function hasGoods(order: WholeOrder): boolean {
  return order.items.$.exists(isOpenable)
}

export function isOpenable(item: WholeItem): boolean {
  const { keys, file, content } = item.goods()
  return keys.length > 0 || file !== null || content !== null
}

type WholeItem = WholeOrder['items']['$'][number]

/** Opens the content of a sold file. */
export type OpenFile = (file: NonNullable<Goods['file']>) => Attachment

/**
 * Renders the sold goods, one message per item, so that each file is a separate document. Keys are listed one per line
 * for copying, or sent as a text file if they are many. Hidden content is sent as text or link.
 */
export function goodsView(
  { order, item, title }: { order: Pick<WholeOrder, 'orderNumber' | 'token'>; item: WholeItem; title: string },
  openFile: OpenFile,
  voice: Voice,
): Message {
  const { t } = voice
  const foot: Button[][] = [
    [
      { text: t.receipt, press: makePress('receipt', order.token) },
      { text: t.orderDetail, press: makePress('detail', order.token) },
    ],
  ]
  const fileName = `${order.orderNumber}-${item.id}`
  return goodsMessage({ title, label: item.label(), goods: item.goods(), fileName, foot }, openFile, voice)
}

export interface ShownGoods {
  title: string
  /** The name of the purchased goods. */
  label: string
  goods: Goods
  /** The name of the text file, if one is sent. */
  fileName: string
  foot: Button[][]
}

/** Renders the message for goods of any kind. */
export function goodsMessage(view: ShownGoods, openFile: OpenFile, voice: Voice): Message {
  const { t } = voice
  const { title, label, goods, fileName, foot } = view
  const { keys, file, content } = goods
  const head = html`<b>${title}</b>
${label}`
  if (file) return { text: head, document: openFile(file), buttons: foot }
  if (content) return contentMessage({ fileName, content, head, foot }, voice)
  if (keys.length === 0) return { text: html`${head}\n\n${t.goodsByHand}`, buttons: foot }
  const isLong = keys.length > keysInTextMax || keys.join('\n').length > textMax
  if (isLong) {
    return {
      text: html`${head}\n\n${t.goodsInFile(keys.length)}`,
      document: textFile(`${fileName}.txt`, keys.join('\n')),
      buttons: foot,
    }
  }
  return {
    text: html`${head}

${keys.map(key => html`<code>${key}</code>\n`)}
${t.tapToCopy}`,
    buttons: [...copyButtons(keys, voice), ...foot],
  }
}

function copyButtons(keys: string[], { t }: Voice): Button[][] {
  return keys
    .map((key, at): Button => ({ text: t.copyKey(at + 1), copy: key }))
    .filter(button => 'copy' in button && button.copy.length <= copyMax)
    .map(button => [button])
}

interface ContentMessage {
  fileName: string
  content: NonNullable<Goods['content']>
  head: Html
  foot: Button[][]
}

function contentMessage({ fileName, content, head, foot }: ContentMessage, { t }: Voice): Message {
  const { title, contentType, body } = content
  if (contentType === 'link' && /^https?:\/\/\S+$/.test(body)) {
    return {
      text: html`${head}\n\n<b>${title}</b>\n${body}`,
      buttons: [[{ text: t.openLink, url: body }], ...foot],
      isProtected: true,
    }
  }
  if (body.length > textMax) {
    return {
      text: html`${head}\n\n<b>${title}</b>`,
      document: textFile(t.contentFileName(fileName), body),
      buttons: foot,
    }
  }
  return { text: html`${head}\n\n<b>${title}</b>\n${renderLines(body)}`, buttons: foot }
}

function textFile(name: string, text: string): Attachment {
  return { key: `text ${name}`, name, bytes: async () => Buffer.from(`${text}\n`) }
}

/** Returns a file of the shop; Telegram's copy is stored under the name of its bytes. */
export function createFileOpener(app: App, accountId: number): OpenFile {
  return ({ id, originalName, storageKey }) => ({
    key: `file ${storageKey}`,
    name: originalName,
    bytes: async () => buffer(await app.goods.open('files', (await findFile(app, accountId, id)).storageKey)),
  })
}

// Sends the goods as new messages, because an order may contain several and its own message stays.
async function sayGoods(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  const items = order.items.$.filter(isOpenable)
  if (items.length === 0) {
    await ctx.alert(ctx.t.goodsNone)
    return
  }
  const openFile = createFileOpener(ctx.app, ctx.store.accountId)
  for (const item of items) {
    await ctx.say(goodsView({ order, item, title: ctx.t.goodsAgainTitle }, openFile, makeVoice(ctx)))
  }
}
