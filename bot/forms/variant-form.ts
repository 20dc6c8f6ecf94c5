import type { ProductKind } from '../../src/catalog/product-kinds.ts'
import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { shopkeeperTexts } from '../texts/shopkeeper-texts.ts'
import { askText } from './ask-text.ts'
import type { Form } from './form.ts'
import { askPrice, askStock, type InvalidAnswer, type StockAnswer } from './product-form.ts'

interface VariantQuestion {
  productId: string
  kind: ProductKind
  /** The only variant of the product, whose name is asked for; null if its variants have names. */
  nameOfOnly: string | null
  question: string
}

/** A merchant's answers about a new variant. */
export interface VariantAnswers {
  name: string
  nameOfOnly?: string
  price: string
  stock: StockAnswer
}

const nameMax = 100

/** Asks for a new variant of a product. `add` returns which answer is wrong, and its question is repeated. */
export function variantForm(
  add: (ctx: PlatformContext, productId: string, typed: VariantAnswers) => Promise<InvalidAnswer | null>,
): Form {
  return async (talk, ctx, { productId, kind, nameOfOnly, question }: VariantQuestion) => {
    const only = nameOfOnly === null ? {} : { nameOfOnly: await askText(talk, ctx, nameOfOnly, nameMax) }
    const name = await askText(talk, ctx, question, nameMax)
    const price = await askPrice(talk, ctx)
    for (;;) {
      const typed: VariantAnswers = { ...only, name, price, stock: await askStock(talk, ctx, kind) }
      const wrong = await talk.external(outside => add(outside as unknown as PlatformContext, productId, typed))
      if (wrong === null) return
      await ctx.say({ text: html`${shopkeeperTexts[ctx.language].wizard.wrong[wrong]}` })
    }
  }
}
