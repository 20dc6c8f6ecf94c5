import { GrammyError } from 'grammy'
import type { Bots } from '../../../../bot/bots/bots.ts'
import { classifyTelegramError, describeTelegramError } from '../../../../bot/telegram/telegram.ts'
import { waitForPace } from '../../../notices/pace.ts'
import type { TeamChats } from '../post-events.ts'

type ChatOutcome = Awaited<ReturnType<TeamChats['send']>>['judged']

/** Returns a sender to groups and channels, as the platform's bot. It follows a group that became a supergroup. */
export function createTeamChats(bots: Bots): TeamChats {
  async function writeToTeam(chatId: number, text: string): Promise<ChatOutcome> {
    const bot = await bots.platform()
    if (!bot) return { status: null, error: 'the platform bot is not in service', response: null, next: 'retry' }
    await waitForPace(bot.id, chatId)
    await bot.bareApi.sendMessage(chatId, text, { link_preview_options: { is_disabled: true } })
    return { status: 200, error: null, response: null, next: 'delivered' }
  }
  return {
    async send(chatId, text) {
      try {
        return { judged: await writeToTeam(chatId, text) }
      } catch (error) {
        const movedTo = movedChatId(error)
        if (movedTo === undefined) return { judged: judgeFailure(error) }
        const judged = await writeToTeam(movedTo, text).catch(judgeFailure)
        return { judged, movedTo }
      }
    },
  }
}

function movedChatId(error: unknown): number | undefined {
  return error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined
}

// The chat exists, but its administrators revoked the bot's right to write, or closed or removed its topic.
const silenced = new RegExp(
  'not enough rights|need administrator rights|have no rights|CHAT_WRITE_FORBIDDEN|was deactivated|' +
    'TOPIC_(?:CLOSED|DELETED)|message thread not found',
)

function judgeFailure(error: unknown): ChatOutcome {
  const trouble = classifyTelegramError(error)
  const told = describeTelegramError(error)
  const status = error instanceof GrammyError ? error.error_code : null
  const isGone = trouble?.is === 'blocked' || silenced.test(told)
  const retryAfterS = trouble?.is === 'limited' ? trouble.retryAfterS : undefined
  return { status, error: told, response: null, next: isGone ? 'stopped' : 'retry', retryAfterS }
}
