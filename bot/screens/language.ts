import { html } from '../../src/lib/html.ts'
import { updateCustomer } from '../../src/orders/update-customer.ts'
import { commandList } from '../bots/introduce-bot.ts'
import type { ShopContext } from '../context.ts'
import { press } from '../telegram/message.ts'
import { describeTrouble } from '../telegram/telegram.ts'
import { type Language, texts } from '../texts/texts.ts'
import { home } from './home.ts'
import type { ShopScreen } from './screen.ts'

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

// A courtesy: the language is chosen whatever becomes of the menu.
async function setMenu({ app, api, bot, customer }: ShopContext, language: Language): Promise<void> {
  const scope = { type: 'chat' as const, chat_id: customer.chatId }
  try {
    await api.setMyCommands(commandList(language, false), { scope })
  } catch (error) {
    app.log.warn({ bot: bot.id, error: describeTrouble(error) }, 'the commands of a chat could not be set')
  }
}

async function choose(ctx: ShopContext, [wanted]: string[]): Promise<void> {
  const language: Language = wanted === 'en' ? 'en' : 'id'
  await updateCustomer(ctx.app, ctx.store.accountId, ctx.customer.id, { language })
  ctx.language = language
  ctx.t = texts[language]
  await setMenu(ctx, language)
  await home(ctx)
}
