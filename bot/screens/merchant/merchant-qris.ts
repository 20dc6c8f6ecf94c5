import { hash } from 'node:crypto'
import type { Document } from 'grammy/types'
import { Connection } from '../../../src/connections/connection.ts'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { extractCodeFields, listMoneyDoors, type MoneyDoor } from '../../../src/connections/money-doors.ts'
import { describeCodeProblem, formatCodeMerchant, ownCodeTexts } from '../../../src/connections/own-code-texts.ts'
import { isOtherMerchant, readOwnCode, storeOwnCode } from '../../../src/connections/store-own-code.ts'
import type { Connector } from '../../../src/connectors/connector.ts'
import { readCredentials } from '../../../src/connectors/read-credentials.ts'
import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { takesOwnCode } from '../../../src/methods/edition.ts'
import { parseQris, type Qris } from '../../../src/qris/parse-qris.ts'
import { qrPng } from '../../../src/qris/picture.ts'
import { listAdditions } from '../../../src/slots.ts'
import type { PlatformContext } from '../../context.ts'
import { pictureFileId } from '../../forms/picture-form.ts'
import { fetchFile } from '../../telegram/fetch-file.ts'
import { type Button, makePress } from '../../telegram/message.ts'
import { connectTexts } from '../../texts/connect-texts.ts'
import { groupInPairs, readRowNumber, shortenLabel } from '../buttons.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'
import { replyUnclear } from './merchant.ts'
import { showNewConnection } from './merchant-connection.ts'

declare module '../../../src/slots.ts' {
  interface Slots {
    /** Handles a file, other than a picture, that was sent outside of a form. Returns whether it handled the file. */
    takeMerchantFile(ctx: PlatformContext, document: Document): Promise<boolean>
  }
}

/**
 * The screen that turns a photo of the printed QRIS into the code that payers see. The merchant confirms the name in
 * the code first.
 */
export const merchantQrisScreen: PlatformScreen = {
  photo: ctx => readPhoto(ctx),
  document: (ctx, document) => (isPicture(document) ? readPhoto(ctx) : takeFile(ctx, document)),
  presses: { ownqris: (ctx, [connection]) => storeCode(ctx, connection), newqris: connectPhone },
}

async function takeFile(ctx: PlatformContext, document: Document): Promise<void> {
  for (const take of listAdditions(ctx.app, 'takeMerchantFile')) if (await take(ctx, document)) return
  await replyUnclear(ctx)
}

/**
 * The minimum size of the drawn code in pixels, so that it can still be read after Telegram has processed the picture.
 */
const codeMinPx = 512

function isPicture({ mime_type: type }: Document): boolean {
  return type?.startsWith('image/') ?? false
}

async function readPhoto(ctx: PlatformContext): Promise<void> {
  const words = ownCodeTexts[ctx.language]
  const [shop] = ctx.accountsFor('settings')
  if (shop === undefined) return replyUnclear(ctx)
  const code = await readOrSay(ctx, shop, pictureFileId(ctx.message!))
  if (!code) return
  const connections = await ownCodeConnections(ctx)
  const others = connections.filter(one => replacedBy(one, code) !== null)
  const warnings = others.map(one => {
    const before = formatCodeMerchant(ctx.language, replacedBy(one, code)!)
    return html`\n\n${words.replaces(one.label, before)}`
  })
  const buttons = connections.map((one): Button[] => {
    const text = others.includes(one) ? words.replace(one.label) : words.use(one.label)
    return [{ text: shortenLabel(text), press: makePress('ownqris', one.id) }]
  })
  const isNew = connections.length === 0
  await ctx.say({
    text: html`<b>${formatCodeMerchant(ctx.language, code)}</b>\n\n${isNew ? words.whichApp : words.ask}${warnings}`,
    photo: {
      key: `qris ${hash('sha256', code.text)}`,
      name: 'qris.png',
      bytes: async () => qrPng(code.text, { minPx: codeMinPx }),
    },
    buttons: isNew ? newButtons(ctx) : buttons,
  })
}

/** Reads the static code of a picture. If that fails, it replies with the reason and returns null. */
async function readOrSay(ctx: PlatformContext, accountId: number, fileId: string | null): Promise<Qris | null> {
  try {
    if (fileId === null) throw new Refusal('invalid_image', 'The message has no picture')
    return await readOwnCode(ctx.app, accountId, { image: await fetchFile(ctx.app, ctx.api, fileId) })
  } catch (error) {
    const sentence = error instanceof Refusal ? describeCodeProblem(ctx.language, error) : null
    if (sentence === null) throw error
    await ctx.say({ text: html`${sentence}` })
    return null
  }
}

/** Returns the stored code of a connection if this code belongs to another merchant; null otherwise. */
function replacedBy({ staticQris }: Connection, code: Qris): Qris | null {
  const stored = staticQris === null ? null : parseQris(staticQris)
  return stored && isOtherMerchant(stored, code) ? stored : null
}

/** Returns the banks and wallets whose app reports payments to a printed code. */
function codeDoors({ app }: PlatformContext): MoneyDoor[] {
  return listMoneyDoors(app.connectors).byPhone.filter(({ connector, preset }) => {
    const { apps, method } = preset
    return typeof method === 'string' && apps !== undefined && takesOwnCode(app.edition, { connector, method })
  })
}

/**
 * Returns the apps for a new connection. If the chat has several shops, the buttons let the merchant choose a shop
 * first.
 */
function newButtons(ctx: PlatformContext): Button[][] {
  const { language } = ctx
  const [accountId, ...others] = ctx.accountsFor('settings')
  if (others.length > 0) return [[{ text: connectTexts[language].tool, press: makePress('doors') }]]
  return groupInPairs(
    codeDoors(ctx).map(({ id, name }) => ({
      text: shortenLabel(name[language]),
      press: makePress('newqris', accountId!, id),
    })),
  )
}

/** Connects the phone that reports payments to the code of the picture; the code's number becomes the account. */
async function connectPhone(ctx: PlatformContext, [shop, chosen]: string[]): Promise<void> {
  const { app, language } = ctx
  const accountId = readRowNumber(shop)
  const door = codeDoors(ctx).find(({ id }) => id === chosen)
  const message = ctx.callbackQuery?.message
  if (accountId === null || !ctx.accountIds.includes(accountId) || !door || !message) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  refuseForbiddenAct(ctx, accountId, 'settings')
  const code = await readOrSay(ctx, accountId, pictureFileId(message))
  if (!code) return
  const { connector } = door
  const kind: Connector = app.connectors[connector]
  const photoDoor = kind.doors?.find(({ codeField }) => codeField !== undefined) ?? door
  const credentials = readCredentials(kind, { ...door.preset, ...extractCodeFields(photoDoor, code) })
  const { mode, ...by } = makeChatActor(ctx, accountId)
  const made = { accountId, mode, connector, label: code.merchantName ?? door.name[language], staticQris: code.text }
  const id = await createConnection(app, { ...made, credentials }, by)
  await ctx.say({ text: html`✅ ${ownCodeTexts[language].stored(formatCodeMerchant(language, code), made.label)}` })
  await showNewConnection(ctx, accountId, id)
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

// The code is read again from the picture of the question, because a press carries 64 bytes, and a code has up to 512.
async function storeCode(ctx: PlatformContext, argument: string | undefined): Promise<void> {
  const words = ownCodeTexts[ctx.language]
  const id = readRowNumber(argument)
  const connection = (await ownCodeConnections(ctx)).find(one => one.id === id)
  const message = ctx.callbackQuery?.message
  if (!connection || !message) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const accountId = connection.account.id
  refuseForbiddenAct(ctx, accountId, 'settings')
  const code = await readOrSay(ctx, accountId, pictureFileId(message))
  if (!code) return
  const { mode, ...by } = makeChatActor(ctx, accountId)
  await storeOwnCode(ctx.app, { accountId, mode, by }, connection.id, { qris: code.text })
  await ctx.say({ text: html`✅ ${words.stored(formatCodeMerchant(ctx.language, code), connection.label)}` })
}
