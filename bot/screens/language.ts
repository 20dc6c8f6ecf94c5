import { html } from '../../src/lib/html.ts'
import { updateCustomer } from '../../src/orders/customers/update-customer.ts'
import type { ShopContext } from '../context.ts'
import { makePress } from '../telegram/message.ts'
import { type Language, texts } from '../texts/texts.ts'
import { showHome } from './home.ts'
import type { ShopScreen } from './screen.ts'
import { setMenu } from './set-menu.ts'

export const languageScreen: ShopScreen = {
  commands: { bahasa: askLanguage, language: askLanguage },
  presses: { lang: chooseLanguage },
}

async function askLanguage(ctx: ShopContext): Promise<void> {
  await ctx.show({
    text: html`${ctx.t.chooseLanguage}`,
    buttons: [
      [
        { text: '🇮🇩 Bahasa Indonesia', press: makePress('lang', 'id') },
        { text: '🇬🇧 English', press: makePress('lang', 'en') },
      ],
    ],
  })
}

async function chooseLanguage(ctx: ShopContext, [wanted]: string[]): Promise<void> {
  const language: Language = wanted === 'en' ? 'en' : 'id'
  await updateCustomer(ctx.app, ctx.store.accountId, ctx.customer.id, { language })
  ctx.language = language
  ctx.t = texts[language]
  await setMenu(ctx)
  await showHome(ctx)
}
