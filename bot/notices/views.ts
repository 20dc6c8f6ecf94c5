import { html } from '../../src/lib/html.ts'
import type { CoreNoticeData } from '../../src/notices/notice.ts'
import { codeContext } from '../../src/people/send-code.ts'
import { makePress } from '../telegram/message.ts'
import { makeVoice } from '../texts/voice.ts'
import { customerNotices } from './customer-notices.ts'
import { merchantNotices } from './merchant-notices.ts'
import type { NoticeViewsOf } from './notice-view.ts'

/** The views of the core's notices, by kind. */
export const noticeViews: NoticeViewsOf<keyof CoreNoticeData> = {
  ...customerNotices,
  ...merchantNotices,
  // An expired code is useless, and the message would only worry its reader.
  async 'user.code'({ app, chatId, t }, { purpose, sealedCode, minutes, expiresAt }) {
    if (new Date(expiresAt) <= app.now()) return null
    const code = app.seal.open(sealedCode, codeContext(chatId))
    return { text: html`${t.codeFor[purpose]}: <code>${code}</code>\n${t.codeHint(minutes)}` }
  },
  'user.signed_in'(reader, { sessionId, browser, address, at }) {
    const words = reader.t.signedIn
    return Promise.resolve({
      text: html`<b>${words.title}</b>
${words.browser}: ${browser}
${words.address}: ${address}
${words.time}: ${makeVoice(reader).moment(new Date(at))}

${words.hint}`,
      buttons: [[{ text: words.signOut, press: makePress('signout', sessionId) }]],
    })
  },
  'update.failed': async ({ t }, { reference }) => ({ text: html`${t.broken(reference)}` }),
}
