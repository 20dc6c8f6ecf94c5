import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { confirmEmail } from '../../people/mail/confirm-email.ts'
import { narrowCard } from '../parts/card.ts'
import { actButton, refusedBanner } from '../parts/forms.ts'
import { definePage } from '../parts/page.ts'
import { signInTexts } from './texts.ts'

/**
 * The page behind the link in an e-mail. It requires a press to confirm, because mail programs open links
 * automatically.
 */
export const confirmEmailPage = definePage({
  path: '/confirm-email',
  role: 'anybody',
  input: z.object({ token: z.string().max(2000).catch('') }),
  load: async () => ({}),
  view({ language, refusal, to }) {
    const say = signInTexts[language]
    return {
      title: say.confirmEmailTitle,
      body: narrowCard(
        say.confirmEmailTitle,
        html`${refusedBanner({ language, refusal })}
          <p>${say.confirmEmailText}</p>
          <form method="post" novalidate>${actButton('confirm', say.confirmEmail)}</form>
          <p class="beside"><a href="${to('/sign-in')}">${say.title}</a></p>`,
      ),
    }
  },
  act: {
    confirm: {
      async run(app, { address }, _fields, { token }) {
        await confirmEmail(app, { token, address })
        return { to: '/sign-in', done: 'email_confirmed' }
      },
    },
  },
})
