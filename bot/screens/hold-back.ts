import { MerchantChat } from '../../src/notices/merchant-chat.ts'
import { mayActNow, type SensitiveRequest } from '../../src/people/guard-act.ts'
import { Membership } from '../../src/people/membership.ts'
import type { PlatformContext } from '../context.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'

/**
 * Holds back a sensitive act of this chat's person. Returns the words for an act that an owner was asked to approve,
 * and null for one that may run. Refuses `forbidden`.
 */
export async function holdBack(
  { app, from, language }: Pick<PlatformContext, 'app' | 'from' | 'language'>,
  accountId: number,
  { amount = null, ...request }: Omit<SensitiveRequest, 'amount'> & { amount?: number | null },
): Promise<string | null> {
  const em = app.em({ accountId })
  const chat = await em.findOne(MerchantChat, { account: accountId, chatId: from!.id })
  // A chat that is linked to the account itself is an owner's.
  if (!chat?.user) return null
  const userId = chat.user.id
  const member = await em.findOneOrFail(Membership, { user: userId })
  const doer = { accountId, userId, role: member.role }
  return (await mayActNow(app, doer, { ...request, amount })) ? null : merchantTexts[language].askedOwner
}
