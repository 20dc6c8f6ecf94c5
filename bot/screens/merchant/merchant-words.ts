import { findOwnProduct } from '../../../src/catalog/find-own-product.ts'
import { changeProduct } from '../../../src/catalog/saving/change-product.ts'
import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import type { PlatformContext } from '../../context.ts'
import { type ProductTextField, productTextFields, productTextForm } from '../../forms/product-text-form.ts'
import { makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { shopkeeperTexts } from '../../texts/shopkeeper-texts.ts'
import { readId } from '../buttons.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'

/** The screen for typing a product's new name, description or category. */
export const merchantWordsScreen: PlatformScreen = {
  presses: {
    words: (ctx, [id]) => chooseWord(ctx, id),
    word: (ctx, [id, word]) => askWord(ctx, id, word),
  },
  forms: { words: productTextForm(changeWord) },
}

/**
 * Returns the product if this member may change it. Otherwise it replies that the product does not exist, and returns
 * null.
 */
export async function findProductToChange(ctx: PlatformContext, argument: string | undefined) {
  const productId = readId(argument)
  const { app, accountIds, bot } = ctx
  const product = productId && (await findOwnProduct(app, { accountIds, mode: bot.mode }, { productId }))
  if (product) refuseForbiddenAct(ctx, product.account.id, 'orders')
  else await ctx.alert(merchantTexts[ctx.language].goodsUnknown)
  return product || null
}

async function chooseWord(ctx: PlatformContext, argument: string | undefined): Promise<void> {
  const product = await findProductToChange(ctx, argument)
  if (!product) return
  const { words } = shopkeeperTexts[ctx.language]
  await ctx.show({
    text: html`<b>${product.name}</b>${product.description && html`\n\n${product.description}`}`,
    buttons: [
      productTextFields.map(word => ({ text: words.buttons[word], press: makePress('word', product.publicId, word) })),
      [{ text: merchantTexts[ctx.language].openItem, press: makePress('item', product.publicId) }],
    ],
  })
}

async function askWord(ctx: PlatformContext, argument: string | undefined, named: string | undefined): Promise<void> {
  const word = productTextFields.find(each => each === named)
  const product = word && (await findProductToChange(ctx, argument))
  if (!product) return
  const question = shopkeeperTexts[ctx.language].words.ask[word](product.name)
  await ctx.form('words', { productId: product.publicId, word, question })
}

/** Changes a text, and returns the problem with it. */
async function changeWord(
  ctx: PlatformContext,
  productId: string,
  word: ProductTextField,
  text: string,
): Promise<string | null> {
  const product = await findProductToChange(ctx, productId)
  if (!product) return null
  const { words } = shopkeeperTexts[ctx.language]
  const isCleared = text === '-' && word !== 'name'
  try {
    await changeProduct(ctx.app, makeChatActor(ctx, product.account.id), productId, { [word]: isCleared ? '' : text })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid_request')) throw error
    return words.wrong[word]
  }
  await ctx.say({
    text: html`${merchantTexts[ctx.language].changed}`,
    buttons: [[{ text: merchantTexts[ctx.language].openItem, press: makePress('item', productId) }]],
  })
  return null
}
