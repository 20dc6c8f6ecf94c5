import type { ModeActor } from '../../src/accounts/audit.ts'
import type { PlatformContext } from '../context.ts'

/** Returns the chat as the actor for an account, in the mode of its bot. */
export function makeChatActor({ from, bot }: PlatformContext, accountId: number): ModeActor {
  return {
    accountId,
    mode: bot.mode,
    actor: `chat ${from!.id}`,
    ...(from!.first_name ? { name: from!.first_name } : {}),
  }
}
