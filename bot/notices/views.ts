import { html } from '../../src/lib/html.ts'
import { customerNotices } from './customer-notices.ts'
import { merchantNotices } from './merchant-notices.ts'
import type { NoticeViews } from './notice-view.ts'

/** How each kind of notice is said. */
export const noticeViews: NoticeViews = {
  ...customerNotices,
  ...merchantNotices,
  'update.failed': async ({ t }, { reference }) => ({ text: html`${t.broken(reference)}` }),
}
