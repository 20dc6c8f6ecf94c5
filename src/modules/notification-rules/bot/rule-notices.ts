import type { NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import type { App } from '../../../needs.ts'
import { MerchantChat } from '../../../notices/merchant-chat.ts'
import { Membership, mayDo } from '../../../people/membership.ts'
import { NotificationForm } from '../entities.ts'
import type { RuleNotices } from '../rule-words.ts'
import { questionView } from './question-view.ts'

/** The question about a new wording, only in the chats of those who handle money, because its text is private. */
export const ruleNotices: NoticeViewsOf<keyof RuleNotices> = {
  async 'merchant.new_wording'({ app, accountId, chatId, language }, { formId }) {
    const form = await app.em({ accountId: accountId!, mode: 'both' }).findOne(NotificationForm, { id: formId })
    if (form?.state !== 'open' || !(await handlesMoney(app, accountId!, chatId))) return null
    return questionView(app, form, language)
  },
}

async function handlesMoney({ em }: App, account: number, chatId: number): Promise<boolean> {
  const ofAccount = em({ accountId: account, mode: 'both' })
  const chat = await ofAccount.findOne(MerchantChat, { account, chatId })
  // A chat that is linked to the account itself belongs to its owner.
  if (!chat?.user) return chat !== null
  const membership = await ofAccount.findOne(Membership, { account, user: chat.user.id })
  return membership !== null && mayDo(membership.role, 'money')
}
