import type { Needs } from '../needs.ts'
import { InboxUpdate } from './inbox-update.ts'

/** A message or press that the bot could not handle. Its text is private and is not included. */
export interface DeadUpdate {
  botId: number
  updateId: number
  /** The bot's name. */
  username: string
  accountId: number | null
  /** The reference shown to the person, for questions. */
  reference: string | null
  error: string | null
  attempts: number
  endedAt: Date | null
}

/** Returns updates that could not be handled, newest first. */
export async function listDeadUpdates(app: Needs<'em'>, limit: number): Promise<DeadUpdate[]> {
  const found = await app.em('installation').find(
    InboxUpdate,
    { state: 'dead' },
    {
      fields: ['updateId', 'reference', 'error', 'attempts', 'endedAt', 'bot.username', 'bot.account'],
      populate: ['bot'],
      orderBy: { endedAt: 'desc' },
      limit,
    },
  )
  return found.map(({ bot, updateId, reference, error, attempts, endedAt }) => {
    const { id: botId, username, account } = bot
    return { botId, updateId, username, accountId: account?.id ?? null, reference, error, attempts, endedAt }
  })
}
