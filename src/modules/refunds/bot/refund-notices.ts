import type { NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import { toButtonUrl } from '../../../../bot/screens/buttons.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { refundPath } from '../refund-path.ts'
import type { RefundNotices } from '../refund-words.ts'
import { refundChatTexts } from '../texts/refund-chat-texts.ts'

/** The message to a merchant whose provider did not return the money. */
export const refundNotices: NoticeViewsOf<keyof RefundNotices> = {
  async 'merchant.refund_failed'({ app, language, t }, { invoiceId, mode, amount, failure, state, goods }) {
    const say = refundChatTexts[language]
    const page = toButtonUrl(app.config, `${app.config.baseUrl}${refundPath(invoiceId)}`)
    const title = state === 'failed' ? say.failed(formatRupiah(amount)) : say.unknown(formatRupiah(amount))
    return {
      text: html`⚠️ <b>${title}</b>${mode === 'test' && ` · ${t.merchant.test}`}
<code>${invoiceId}</code>${failure && html`\n${failure}`}

${state === 'failed' ? say.failedNext : say.unknownNext}${goods !== 'none' && html`\n${say.goods[goods]}`}`,
      ...(page === null ? {} : { buttons: [[{ text: say.open, url: page }]] }),
    }
  },
}
