import { Refusal } from '../../src/lib/refusal.ts'
import type { Act } from '../../src/people/membership.ts'
import type { PlatformContext } from '../context.ts'

/** Refuses `forbidden` if the current role of this chat's person in the account does not include the act. */
export function refuseForbiddenAct(ctx: PlatformContext, accountId: number, act: Act): void {
  if (ctx.accountsFor(act).includes(accountId)) return
  throw new Refusal('forbidden', 'The role of this person does not include that')
}
