import type { MemberActing } from '../../src/accounts/audit.ts'
import type { PlatformContext } from '../context.ts'

/** The chat as the actor for an account, for the audit log. */
export function actingFor({ from }: PlatformContext, accountId: number): MemberActing {
  return { accountId, actor: `chat ${from!.id}`, ...(from!.first_name ? { name: from!.first_name } : {}) }
}
