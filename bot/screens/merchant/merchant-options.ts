import { changeOptions } from '../../../src/catalog/options/change-options.ts'
import { ProductOption } from '../../../src/catalog/options/option-group.ts'
import { type FilledGroup, readOptions } from '../../../src/catalog/options/read-options.ts'
import { Product } from '../../../src/catalog/product.ts'
import { html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import type { PlatformContext } from '../../context.ts'
import { type Message, makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { optionTexts } from '../../texts/option-texts.ts'
import type { Language } from '../../texts/texts.ts'
import { readId, shortenLabel } from '../buttons.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'

/** The screen of a product's options, where each is switched off while it is sold out. */
export const merchantOptionsScreen: PlatformScreen = {
  presses: {
    choices: (ctx, [id]) => showOptions(ctx, id),
    choice: (ctx, [id, state]) => turnOption(ctx, id, state === 'on'),
  },
}

export function optionsView(product: Pick<Product, 'name' | 'publicId'>, groups: FilledGroup[], language: Language) {
  const words = optionTexts[language]
  const told = (one: Pick<ProductOption, 'name' | 'isActive'>) =>
    one.isActive ? one.name : `${one.name} (${words.soldOut})`
  const lines = groups.map(({ name, options }) => html`\n<b>${name}</b>: ${[...options].map(told).join(', ')}`)
  const message: Message = {
    text: html`<b>${product.name}</b>\n\n${words.merchant.hint}\n${lines}`,
    buttons: [
      ...groups.flatMap(({ options }) =>
        [...options].map(({ publicId, name, price, isActive }) => {
          const added = price > 0 ? ` +${formatRupiah(price)}` : ''
          return [
            {
              text: shortenLabel(`${isActive ? '✅' : '🚫'} ${name}${added}`),
              press: makePress('choice', publicId, isActive ? 'off' : 'on'),
            },
          ]
        }),
      ),
      [{ text: words.merchant.back, press: makePress('item', product.publicId) }],
    ],
  }
  return message
}

async function showOptions(ctx: PlatformContext, argument: string | undefined): Promise<void> {
  const publicId = readId(argument)
  const em = ctx.app.em({ accountIds: ctx.accountIds })
  const product = publicId && (await em.findOne(Product, { publicId }))
  const groups = product ? ((await readOptions(em, [product.id])).get(product.id) ?? []) : []
  if (!product || groups.length === 0) await ctx.alert(merchantTexts[ctx.language].goodsUnknown)
  else await ctx.show(optionsView(product, groups, ctx.language))
}

async function turnOption(ctx: PlatformContext, argument: string | undefined, isActive: boolean): Promise<void> {
  const publicId = readId(argument)
  const em = ctx.app.em({ accountIds: ctx.accountIds })
  const found = publicId && (await em.findOne(ProductOption, { publicId }, { populate: ['group.product'] }))
  if (!found) {
    await ctx.alert(merchantTexts[ctx.language].goodsUnknown)
    return
  }
  const { group, key: option, account } = found
  refuseForbiddenAct(ctx, account.id, 'orders')
  const { publicId: productId } = group.product
  await changeOptions(ctx.app, makeChatActor(ctx, account.id), productId, { group: group.key, option, isActive })
  await showOptions(ctx, productId)
}
