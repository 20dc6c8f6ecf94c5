import { Refusal } from '../../src/lib/refusal.ts'
import { findChatMember } from '../../src/notices/find-merchant.ts'
import { mayActNow, type SensitiveRequest } from '../../src/people/guard-act.ts'
import type { PlatformContext } from '../context.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'

/**
 * Checks whether a sensitive act of this chat's person must wait. Returns the text for an act that an owner was asked
 * to approve, and null for an act that may run. Refuses `forbidden`.
 */
export async function holdForApproval(
  { app, from, language }: Pick<PlatformContext, 'app' | 'from' | 'language'>,
  accountId: number,
  { amount = null, ...request }: Omit<SensitiveRequest, 'amount'> & { amount?: number | null },
): Promise<string | null> {
  const member = await findChatMember(app, { accountId, personId: from!.id })
  if (!member) throw new Refusal('forbidden', 'This chat is not of a member of the shop')
  const { userId, role } = member
  if (userId === null) return null
  const doer = { accountId, userId, role }
  return (await mayActNow(app, doer, { ...request, amount })) ? null : merchantTexts[language].askedOwner
}
