import type { NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import { toButtonUrl } from '../../../../bot/screens/buttons.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Approval } from '../approval.ts'
import { approvalPath } from '../approval-path.ts'
import type { TeamNotices } from '../team-words.ts'
import { approvalChatTexts } from '../texts/approval-chat-texts.ts'

/** The message to an owner about a member's waiting request, with a link to the page that decides it. */
export const approvalNotices: NoticeViewsOf<keyof TeamNotices> = {
  async 'merchant.approval_asked'({ app, language, accountId }, { approvalId, member, kind, amount }) {
    const em = app.em({ accountId: accountId! })
    if (!(await em.findOne(Approval, { id: approvalId, decidedAt: null }))) return null
    const say = approvalChatTexts[language]
    const page = toButtonUrl(app.config, `${app.config.baseUrl}${approvalPath(approvalId)}`)
    const money = kind === 'refund' && html`\n${amount === null ? say.all : formatRupiah(amount)}`
    return {
      text: html`🔐 <b>${say.asks(member)}</b>\n${say.kinds[kind]}${money}`,
      ...(page === null ? {} : { buttons: [[{ text: say.decide, url: page }]] }),
    }
  },
}
