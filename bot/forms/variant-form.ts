import type { ProductKind } from '../../src/catalog/product-kinds.ts'
import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import { askWords } from './ask-words.ts'
import type { Form } from './form.ts'
import { askPrice, askStock, type ToldStock, type WrongAnswer } from './product-form.ts'

interface VariantQuestion {
  productId: string
  kind: ProductKind
  /** The only variant of the product, whose name is asked for; null if its variants have names. */
  nameOfOnly: string | null
  question: string
}

/** A merchant's answers about a new variant. */
export interface TypedVariant {
  name: string
  nameOfOnly?: string
  price: string
  stock: ToldStock
}

const nameMax = 100

/** Asks for a new variant of a product. `add` returns which answer is wrong, and its question is repeated. */
export function variantForm(
  add: (ctx: PlatformContext, productId: string, typed: TypedVariant) => Promise<WrongAnswer | null>,
): Form {
  return async (talk, ctx, { productId, kind, nameOfOnly, question }: VariantQuestion) => {
    const only = nameOfOnly === null ? {} : { nameOfOnly: await askWords(talk, ctx, nameOfOnly, nameMax) }
    const name = await askWords(talk, ctx, question, nameMax)
    const price = await askPrice(talk, ctx)
    for (;;) {
      const typed: TypedVariant = { ...only, name, price, stock: await askStock(talk, ctx, kind) }
      const wrong = await talk.external(outside => add(outside as unknown as PlatformContext, productId, typed))
      if (wrong === null) return
      await ctx.say({ text: html`${shopkeeperTexts[ctx.language].wizard.wrong[wrong]}` })
    }
  }
}
