import type { Needs } from '../../needs.ts'
import { findPlatformBot } from '../../notices/find-platform-bot.ts'

export interface TeamChatAddress {
  username: string
  /** The address that opens Telegram and asks for the group to which to add the platform's bot. */
  group: string
  /** The address that adds the bot to a channel, with the right to post. */
  channel: string
}

/**
 * Returns the addresses at which a merchant adds the platform's bot to a team chat; null until a platform bot exists.
 */
export async function findTeamChatAddress(app: Needs<'em'>): Promise<TeamChatAddress | null> {
  const bot = await findPlatformBot(app.em('shared'))
  if (!bot) return null
  const { username } = bot
  const base = `https://t.me/${username}`
  return { username, group: `${base}?startgroup=team`, channel: `${base}?startchannel=team&admin=post_messages` }
}
