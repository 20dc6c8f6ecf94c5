import { html } from '../../src/lib/html.ts'
import { updateCustomer } from '../../src/orders/customers/update-customer.ts'
import type { ShopContext } from '../context.ts'
import { press } from '../telegram/message.ts'
import { type Language, texts } from '../texts/texts.ts'
import { home } from './home.ts'
import type { ShopScreen } from './screen.ts'
import { setMenu } from './set-menu.ts'

export const languageScreen: ShopScreen = {
  commands: { bahasa: ask, language: ask },
  presses: { lang: choose },
}

async function ask(ctx: ShopContext): Promise<void> {
  await ctx.show({
    text: html`${ctx.t.chooseLanguage}`,
    buttons: [
      [
        { text: '🇮🇩 Bahasa Indonesia', press: press('lang', 'id') },
        { text: '🇬🇧 English', press: press('lang', 'en') },
      ],
    ],
  })
}

async function choose(ctx: ShopContext, [wanted]: string[]): Promise<void> {
  const language: Language = wanted === 'en' ? 'en' : 'id'
  await updateCustomer(ctx.app, ctx.store.accountId, ctx.customer.id, { language })
  ctx.language = language
  ctx.t = texts[language]
  await setMenu(ctx)
  await home(ctx)
}
