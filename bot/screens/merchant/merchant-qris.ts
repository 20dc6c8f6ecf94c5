import { hash } from 'node:crypto'
import type { Document } from 'grammy/types'
import { Connection } from '../../../src/connections/connection.ts'
import { checkOwnCode, storeOwnCode } from '../../../src/connections/store-own-code.ts'
import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { takesOwnCode } from '../../../src/methods/edition.ts'
import { parseQris, type Qris } from '../../../src/qris/parse-qris.ts'
import { qrPng } from '../../../src/qris/picture.ts'
import type { PlatformContext } from '../../context.ts'
import { pictureOf } from '../../forms/picture-form.ts'
import { fetchFile } from '../../telegram/fetch-file.ts'
import { type Button, press } from '../../telegram/message.ts'
import { qrisPhotoTexts } from '../../texts/qris-photo-texts.ts'
import { actingFor } from '../acting-for.ts'
import { label, readRow, takenUrl } from '../buttons.ts'
import { refuseUnallowed } from '../refuse-unallowed.ts'
import type { PlatformScreen } from '../screen.ts'
import { sayUnclear } from './merchant.ts'

/** A photo of the printed QRIS becomes the code that payers are shown: it is named back first, then confirmed. */
export const merchantQrisScreen: PlatformScreen = {
  photo: ctx => readPhoto(ctx),
  document: (ctx, document) => (isPicture(document) ? readPhoto(ctx) : sayUnclear(ctx)),
  presses: { ownqris: (ctx, [connection]) => store(ctx, connection) },
}

/** The least pixels of the drawn code: what Telegram makes of the picture can be read again. */
const codeMinPx = 512

function isPicture({ mime_type: type }: Document): boolean {
  return type?.startsWith('image/') ?? false
}

async function readPhoto(ctx: PlatformContext): Promise<void> {
  const words = qrisPhotoTexts[ctx.language]
  const [shop] = ctx.accountsFor('settings')
  if (shop === undefined) return sayUnclear(ctx)
  const code = await readOrSay(ctx, shop, pictureOf(ctx.message!))
  if (!code) return
  const connections = await ownCodeConnections(ctx)
  const buttons = connections.map(({ id, label: name }): Button[] => [
    { text: label(words.use(name)), press: press('ownqris', id) },
  ])
  const url = takenUrl(ctx.app.config, `${ctx.app.config.baseUrl}/dashboard/connections`)
  const connect: Button[][] = url === null ? [] : [[{ text: words.connect, url }]]
  await ctx.say({
    text: html`<b>${nameBack(ctx, code)}</b>\n\n${connections.length > 0 ? words.ask : words.noConnection}`,
    photo: {
      key: `qris ${hash('sha256', code.text)}`,
      name: 'qris.png',
      bytes: async () => qrPng(code.text, { minPx: codeMinPx }),
    },
    buttons: connections.length > 0 ? buttons : connect,
  })
}

/** `Toko Melati, Yogyakarta, NMID ID1020021181745` */
function nameBack({ language }: Pick<PlatformContext, 'language'>, { merchantName, merchantCity, nmid }: Qris): string {
  const parts = [merchantName, merchantCity, nmid && `NMID ${nmid}`].filter(part => part)
  return parts.length > 0 ? parts.join(', ') : qrisPhotoTexts[language].nameless
}

/** The static code of a picture; says what is wrong with it and returns null if there is none. */
async function readOrSay(ctx: PlatformContext, accountId: number, fileId: string | null): Promise<Qris | null> {
  const { problems } = qrisPhotoTexts[ctx.language]
  try {
    if (fileId === null) throw new Refusal('invalid_image', 'The message has no picture')
    const bytes = await fetchFile(ctx.app, ctx.api, fileId)
    const text = await ctx.app.images.read(bytes, accountId)
    const { isStatic, amount } = parseQris(text)
    if (!isStatic || amount !== null) {
      await ctx.say({ text: html`${problems.dynamic}` })
      return null
    }
    return checkOwnCode(text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const sentence = problems[error.code as keyof typeof problems]
    if (sentence === undefined) throw error
    await ctx.say({ text: html`${sentence}` })
    return null
  }
}

async function ownCodeConnections({ app, bot, accountsFor }: PlatformContext): Promise<Connection[]> {
  const connections: Connection[] = []
  for (const accountId of accountsFor('settings')) {
    const inUse = { isActive: true, removedAt: null }
    const own = await app.em({ accountId, mode: bot.mode }).find(Connection, inUse, { orderBy: { id: 'asc' } })
    connections.push(...own.filter(connection => takesOwnCode(app.edition, connection)))
  }
  return connections
}

// The code is read from the picture of the question again: a press carries 64 bytes, a code up to 512.
async function store(ctx: PlatformContext, asked: string | undefined): Promise<void> {
  const words = qrisPhotoTexts[ctx.language]
  const id = readRow(asked)
  const connection = (await ownCodeConnections(ctx)).find(one => one.id === id)
  const message = ctx.callbackQuery?.message
  if (!connection || !message) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const accountId = connection.account.id
  refuseUnallowed(ctx, accountId, 'settings')
  const code = await readOrSay(ctx, accountId, pictureOf(message))
  if (!code) return
  const { mode, ...by } = actingFor(ctx, accountId)
  await storeOwnCode(ctx.app, { accountId, mode, by }, connection.id, { qris: code.text })
  await ctx.say({ text: html`✅ ${words.stored(nameBack(ctx, code), connection.label)}` })
}
