import { type ProductKind, productKinds } from '../../src/catalog/product.ts'
import { html } from '../../src/lib/html.ts'
import type { FormContext, PlatformContext } from '../context.ts'
import { type Button, press, readPress } from '../telegram/message.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import type { Talk } from './checkout-form.ts'
import type { Form } from './form.ts'
import { askWords } from './talk-form.ts'

/** What a merchant tells of something new to sell. */
export interface ToldProduct {
  name: string
  kind: ProductKind
  price: string
  /** Null without end; for what is digital also the address of a server that hands it out. */
  count: string | null
  description: string
  photo: string | null
}

const nameMax = 100
const descriptionMax = 2000

/** Asks, one thing after the other, for something new to sell. `add` returns what is wrong, and the question it is an answer to is asked again. */
export function productForm(
  add: (ctx: PlatformContext, shop: number, told: ToldProduct) => Promise<'price' | 'count' | 'url' | null>,
): Form {
  return async (talk, ctx, shop: number) => {
    const words = shopkeeperTexts[ctx.language].wizard
    const name = await askWords(talk, ctx, words.name, nameMax)
    const kind = (await choose(talk, ctx, words.kind, words.kinds)) as ProductKind
    let price = await askWords(talk, ctx, words.price, 20)
    let count = await askCount(talk, ctx, kind)
    const description = (await askOrSkip(talk, ctx, words.description)).text.slice(0, descriptionMax)
    const { photo } = await askOrSkip(talk, ctx, words.photo)
    for (;;) {
      const told: ToldProduct = { name, kind, price, count, description, photo }
      const wrong = await talk.external(outside => add(outside as unknown as PlatformContext, shop, told))
      if (wrong === null) return
      await ctx.say({ text: html`${words.wrong[wrong]}` })
      if (wrong === 'price') price = await askWords(talk, ctx, words.price, 20)
      else count = await askCount(talk, ctx, kind)
    }
  }
}

const formButton = (text: string, value: string): Button[] => [{ text, press: press('form', value) }]

async function choose(talk: Talk, ctx: FormContext, question: string, names: Record<ProductKind, string>) {
  await ctx.say({ text: html`${question}`, buttons: productKinds.map(kind => formButton(names[kind], kind)) })
  for (;;) {
    const { callbackQuery } = await talk.wait()
    const chosen = callbackQuery && readPress(callbackQuery.data ?? '')?.args[0]
    const kind = productKinds.find(each => each === chosen)
    if (kind) return kind
    if (!callbackQuery) await ctx.say({ text: html`${shopkeeperTexts[ctx.language].wizard.useButtons}` })
  }
}

async function askCount(talk: Talk, ctx: FormContext, kind: ProductKind): Promise<string | null> {
  const words = shopkeeperTexts[ctx.language].wizard
  const question = kind === 'digital' ? words.countDigital : words.count
  await ctx.say({ text: html`${question}`, buttons: [formButton(words.endless, 'endless')] })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    if (callbackQuery && readPress(callbackQuery.data ?? '')?.args[0] === 'endless') return null
    const text = message?.text?.trim()
    if (text) return text
  }
}

async function askOrSkip(
  talk: Talk,
  ctx: FormContext,
  question: string,
): Promise<{ text: string; photo: string | null }> {
  const { skip } = shopkeeperTexts[ctx.language].wizard
  await ctx.say({ text: html`${question}`, buttons: [formButton(skip, 'skip')] })
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    if (callbackQuery && readPress(callbackQuery.data ?? '')?.args[0] === 'skip') return { text: '', photo: null }
    const photo = message?.photo?.at(-1)?.file_id ?? null
    const text = message?.text?.trim() ?? ''
    if (photo !== null || text !== '') return { text, photo }
  }
}
