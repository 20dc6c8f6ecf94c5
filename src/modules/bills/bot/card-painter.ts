import type { Bots } from '../../../../bot/bots/bots.ts'
import { inlineKeyboard } from '../../../../bot/telegram/send.ts'
import { classifyTelegramError } from '../../../../bot/telegram/telegram.ts'
import type { Needs } from '../../../needs.ts'
import type { CardPainter } from '../send-bill-cards.ts'
import { billCardView } from './bill-view.ts'

/** Returns a painter that edits the cards of bills as the bot that sent them. */
export function createCardPainter(app: Needs<'config'>, bots: Bots): CardPainter {
  return {
    async paint({ botId, inlineMessageId, language, bill }) {
      const bot = await bots.byId(botId)
      if (!bot) return 'gone'
      const { text, buttons = [] } = billCardView(app, bill, { language, merchant: bot.storeName })
      try {
        await bot.bareApi.editMessageTextInline(inlineMessageId, text.text, {
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: true },
          reply_markup: inlineKeyboard(buttons),
        })
        return 'shown'
      } catch (error) {
        const trouble = classifyTelegramError(error)
        if (trouble?.is === 'limited') return trouble.retryAfterS
        if (trouble?.is === 'not_modified') return 'shown'
        if (trouble === null || trouble.is === 'unknown' || trouble.is === 'conflict') throw error
        return 'gone'
      }
    },
  }
}
