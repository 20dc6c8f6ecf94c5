import type { Contact, Location } from 'grammy/types'
import { findShopRules } from '../../src/catalog/find-shop-rules.ts'
import type { ShopRules } from '../../src/catalog/shop-rules.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { html, renderLines } from '../../src/lib/html.ts'
import { makeWhatsAppLink } from '../../src/lib/phone.ts'
import { toPlainLine } from '../../src/lib/plain-text.ts'
import { listUsableMethods } from '../../src/methods/list-usable-methods.ts'
import { amountMin } from '../../src/methods/method.ts'
import type { ShopContext } from '../context.ts'
import { formatPoint } from '../forms/receiving-questions.ts'
import type { Button, Message } from '../telegram/message.ts'
import { noSeller, type SellerButtons, sellerButtons } from '../telegram/seller-buttons.ts'
import type { Texts } from '../texts/texts.ts'
import { menuRow } from './buttons.ts'
import { isTransfer } from './payment.ts'
import { privacyText } from './privacy.ts'
import type { ShopScreen } from './screen.ts'
import { storeDetails } from './store-details.ts'

export const helpScreen: ShopScreen = {
  commands: {
    bantuan: showHelp,
    help: showHelp,
    paysupport: ctx => sayPage(ctx, ctx.t.paysupportText(toPlainLine(ctx.store.name))),
    terms: ctx => sayPage(ctx, ctx.t.termsText(toPlainLine(ctx.store.name))),
    privacy: ctx => sayPage(ctx, privacyText(ctx)),
  },
  presses: { help: showHelp },
  // Customers habitually send screenshots of transfers; a picture never proves a payment.
  photo: ctx => sayPage(ctx, ctx.t.noProof),
  document: ctx => sayPage(ctx, ctx.t.noProof),
  contact: storePhone,
  location: storeAddress,
  other: ctx => sayPage(ctx, answerTo(ctx)),
}

interface Help {
  storeName: string
  way: HelpMethod
  contact?: Contacts | null
  seller?: SellerButtons
}

/** The payment method that the help explains: a code, a transfer between e-wallets, or a choice of both. */
export type HelpMethod = keyof Texts['helpPaying']

export function helpView({ storeName, way, contact = null, seller = noSeller }: Help, t: Texts): Message {
  const [title, ...steps] = t.helpText(storeName, t.helpPaying[way])
  const { whatsapp = null, phone = null, address = null } = contact ?? {}
  const reached = [whatsapp && `WhatsApp: ${whatsapp}`, phone && `☎️ ${phone}`, address && `📍 ${address}`].filter(
    Boolean,
  )
  const chat: Button[] = whatsapp ? [{ text: 'WhatsApp', url: makeWhatsAppLink(whatsapp) }] : []
  const asked = [...seller.ask, ...chat]
  return {
    text: html`<b>${title}</b>\n\n${steps.map(step => html`${step}\n`)}${reached.map(line => html`\n${line}`)}`,
    buttons: [...(asked.length > 0 ? [asked] : []), menuRow(t)],
  }
}

type Contacts = Pick<ShopRules, 'whatsapp' | 'phone' | 'address'>

// The number is stored immediately: the next order that requires a number uses it.
async function storePhone(ctx: ShopContext, contact: Contact): Promise<void> {
  if (contact.user_id !== ctx.from!.id) return sayPage(ctx, ctx.t.phoneNotYours)
  const phone = `+${contact.phone_number.replace(/\D/g, '')}`
  await sayPage(ctx, ctx.t.talk.phoneKept, await storeDetails(ctx, { phone }))
}

async function storeAddress(ctx: ShopContext, location: Location): Promise<void> {
  await sayPage(ctx, ctx.t.talk.addressKept, await storeDetails(ctx, { address: formatPoint(location) }))
}

function answerTo({ message, t }: ShopContext): string {
  if (message?.sticker) return t.talk.sticker
  return message?.voice || message?.video_note ? t.talk.voice : t.talk.unread
}

async function showHelp(ctx: ShopContext): Promise<void> {
  const contact = await findShopRules(ctx.app, ctx.store.accountId)
  const way = await findHelpMethod(ctx)
  await ctx.show(helpView({ storeName: ctx.store.name, way, contact, seller: sellerButtons(ctx) }, ctx.t))
}

/** Returns how customers can pay in this shop. */
export async function findHelpMethod({ app, store }: ShopContext): Promise<HelpMethod> {
  const standing = await findStandingByAccount(app, store.accountId, store.mode)
  const methods = standing ? listUsableMethods(app, standing, amountMin) : []
  const transfers = methods.filter(paymentMethod => isTransfer({ paymentMethod }))
  if (transfers.length === 0) return 'code'
  return transfers.length === methods.length ? 'transfer' : 'either'
}

async function sayPage(ctx: ShopContext, text: string, first: Button[][] = []): Promise<void> {
  const { ask } = sellerButtons(ctx)
  await ctx.say({ text: renderLines(text), buttons: [...first, ...(ask.length > 0 ? [ask] : []), menuRow(ctx.t)] })
}
