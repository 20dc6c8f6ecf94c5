import type { Message } from 'grammy/types'
import { type ProductKind, productKinds } from '../../src/catalog/product-kinds.ts'
import { priceMax } from '../../src/catalog/set-price.ts'
import { readRupiah } from '../../src/lib/amounts/read-rupiah.js'
import { html } from '../../src/lib/html.ts'
import type { FormContext, PlatformContext } from '../context.ts'
import { type Button, makePress, readPress } from '../telegram/message.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import { askText } from './ask-text.ts'
import type { FormConversation } from './checkout-form.ts'
import type { Form } from './form.ts'
import { pictureFileId } from './picture-form.ts'

/** A merchant's answers about a new product. */
export interface ProductAnswers {
  name: string
  kind: ProductKind
  price: string
  stock: StockAnswer
  description: string
  photo: string | null
}

/**
 * The stock as entered by the merchant: a number, or a source of digital goods. This is the address of a server that
 * delivers them, the codes themselves, or Telegram's `file_id` of a file.
 */
export type StockAnswer =
  | { is: 'endless' }
  | { is: 'count' | 'codes' | 'url'; text: string }
  | { is: 'file'; fileId: string; name: string }

export type InvalidAnswer = 'price' | 'count' | 'url' | 'codes' | 'file'

const nameMax = 100
const descriptionMax = 2000
/** The maximum length of a Telegram message; more codes are added later. */
const codesMax = 4096
const countPattern = /^\d{1,6}$/

/**
 * Collects the data of a new product with one question at a time. `add` returns which answer is wrong, and its question
 * is repeated.
 */
export function productForm(
  add: (ctx: PlatformContext, shop: number, product: ProductAnswers) => Promise<InvalidAnswer | null>,
): Form {
  return async (talk, ctx, shop: number) => {
    const words = shopkeeperTexts[ctx.language].wizard
    const name = await askText(talk, ctx, words.name, nameMax)
    const kind = (await chooseKind(talk, ctx, words.kind, words.kinds)) as ProductKind
    let price = await askPrice(talk, ctx)
    let stock = await askStock(talk, ctx, kind)
    const description = await askOrSkip(talk, ctx, {
      question: words.description,
      read: readDescription,
      hint: ctx.t.textPlease,
    })
    const photo = await askOrSkip(talk, ctx, { question: words.photo, read: pictureFileId, hint: words.photoPlease })
    for (;;) {
      const told: ProductAnswers = { name, kind, price, stock, description: description ?? '', photo }
      const wrong = await talk.external(outside => add(outside as unknown as PlatformContext, shop, told))
      if (wrong === null) return
      await ctx.say({ text: html`${words.wrong[wrong]}` })
      if (wrong === 'price') price = await askPrice(talk, ctx)
      else stock = await askStock(talk, ctx, kind)
    }
  }
}

/** Repeats the question until the answer is a price. */
export async function askPrice(talk: FormConversation, ctx: FormContext): Promise<string> {
  const words = shopkeeperTexts[ctx.language].wizard
  for (let question = words.price; ; question = words.wrong.price) {
    const price = await askText(talk, ctx, question, 40)
    const amount = readRupiah(price)
    if (amount >= 1 && amount <= priceMax) return price
  }
}

const formButton = (text: string, value: string): Button[] => [{ text, press: makePress('form', value) }]

async function chooseKind(
  talk: FormConversation,
  ctx: FormContext,
  question: string,
  names: Record<ProductKind, string>,
) {
  await ctx.say({ text: html`${question}`, buttons: productKinds.map(kind => formButton(names[kind], kind)) })
  for (;;) {
    const { callbackQuery } = await talk.wait()
    const chosen = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    const kind = productKinds.find(each => each === chosen)
    if (kind) return kind
    if (!callbackQuery) await ctx.say({ text: html`${shopkeeperTexts[ctx.language].wizard.useButtons}` })
  }
}

/** Asks for the stock or, for digital goods, for what a customer receives. */
export function askStock(talk: FormConversation, ctx: FormContext, kind: ProductKind): Promise<StockAnswer> {
  return kind === 'digital' ? askHanding(talk, ctx) : askCount(talk, ctx)
}

/** Asks how digital goods are delivered: as codes, as a file, by a server, or by the seller. */
async function askHanding(talk: FormConversation, ctx: FormContext): Promise<StockAnswer> {
  const words = shopkeeperTexts[ctx.language].wizard
  const buttons = [formButton(words.codes, 'codes'), formButton(words.file, 'file'), formButton(words.byHand, 'hand')]
  await ctx.say({ text: html`${words.handing}`, buttons })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    if (pressed === 'codes') return { is: 'codes', text: await askText(talk, ctx, words.pasteCodes, codesMax) }
    if (pressed === 'hand') return askCount(talk, ctx)
    if (pressed === 'file') await ctx.say({ text: html`${words.sendFile}` })
    const sent = message ? sentStock(message) : null
    if (sent) return sent
    if (message) await ctx.say({ text: html`${words.wrong.handing}` })
  }
}

async function askCount(talk: FormConversation, ctx: FormContext): Promise<StockAnswer> {
  const words = shopkeeperTexts[ctx.language].wizard
  await ctx.say({ text: html`${words.count}`, buttons: [formButton(words.endless, 'endless')] })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    if (callbackQuery && readPress(callbackQuery.data ?? '')?.args[0] === 'endless') return { is: 'endless' }
    const text = message?.text?.trim()
    if (text && countPattern.test(text)) return { is: 'count', text }
    if (message) await ctx.say({ text: html`${words.wrong.count}` })
  }
}

/** Returns a server's address or a document. Photos are not accepted as goods, because Telegram shrinks them. */
function sentStock({ document, text = '' }: Pick<Message, 'document' | 'text'>): StockAnswer | null {
  if (document) return { is: 'file', fileId: document.file_id, name: document.file_name ?? 'file' }
  return /^\s*https?:/i.test(text) ? { is: 'url', text: text.trim() } : null
}

interface Question {
  question: string
  /** Reads the answer; returns null if it is invalid. */
  read: (message: Message) => string | null
  /** The text sent after an invalid answer. */
  hint: string
}

/** Asks a question that the merchant may skip; returns null then. */
async function askOrSkip(
  talk: FormConversation,
  ctx: FormContext,
  { question, read, hint }: Question,
): Promise<string | null> {
  const { skip } = shopkeeperTexts[ctx.language].wizard
  await ctx.say({ text: html`${question}`, buttons: [formButton(skip, 'skip')] })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    if (callbackQuery && readPress(callbackQuery.data ?? '')?.args[0] === 'skip') return null
    const answer = message ? read(message) : null
    if (answer !== null) return answer
    if (message) await ctx.say({ text: html`${hint}` })
  }
}

function readDescription({ text, caption }: Message): string | null {
  return (text ?? caption)?.trim().slice(0, descriptionMax) || null
}
