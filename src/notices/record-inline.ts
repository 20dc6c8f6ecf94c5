import type { Needs } from '../needs.ts'
import { Bot } from './bot.ts'

/** Records that people can use a bot inline, because its owner enabled that at @BotFather after the bot was added. */
export async function recordInline(
  app: Needs<'em' | 'wake'>,
  { id, accountId, me }: { id: number; accountId: number | null; me: object },
): Promise<void> {
  if (accountId === null) return
  const told = { ...me, supports_inline_queries: true }
  await app.em({ accountId, mode: 'both' }).nativeUpdate(Bot, { id }, { me: told })
  app.wake.notify('bots')
}
