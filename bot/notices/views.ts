import { codeContext } from '../../src/accounts/send-code.ts'
import { html } from '../../src/lib/html.ts'
import { customerNotices } from './customer-notices.ts'
import { merchantNotices } from './merchant-notices.ts'
import type { NoticeViews } from './notice-view.ts'

/** How each kind of notice is said. */
export const noticeViews: NoticeViews = {
  ...customerNotices,
  ...merchantNotices,
  // One that comes too late opens nothing, and would only worry.
  async 'user.code'({ app, chatId, t }, { purpose, sealedCode, minutes, expiresAt }) {
    if (new Date(expiresAt) <= app.now()) return null
    const code = app.seal.open(sealedCode, codeContext(chatId))
    return { text: html`${t.codeFor[purpose]}: <code>${code}</code>\n${t.codeHint(minutes)}` }
  },
  'update.failed': async ({ t }, { reference }) => ({ text: html`${t.broken(reference)}` }),
}
