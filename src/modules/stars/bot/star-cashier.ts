import { GrammyError } from 'grammy'
import type { Bots } from '../../../../bot/bots/bots.ts'
import type { StarCashier } from '../send-star-refunds.ts'

/** Returns a cashier that refunds Stars as the bot that received them. */
export function createStarCashier(bots: Bots): StarCashier {
  return {
    async refund({ botId, telegramUserId, chargeId }) {
      const bot = await bots.byId(botId)
      if (!bot) throw new Error('the bot is not in service')
      try {
        await bot.bareApi.refundStarPayment(telegramUserId, chargeId)
      } catch (error) {
        // The refund was requested before, and the answer was lost.
        if (!(error instanceof GrammyError && /CHARGE_ALREADY_REFUNDED/.test(error.description))) throw error
      }
    },
  }
}
