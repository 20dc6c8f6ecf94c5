import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { requestReset } from '../../people/request-reset.ts'
import { resetPassword } from '../../people/reset-password.ts'
import { narrowCard } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, banner, field, refusedBanner } from '../parts/forms.ts'
import { definePage } from '../parts/page.ts'
import { signInTexts } from './texts.ts'

const Name = z.string().max(100)

/** Requests a code for a new password. The answer is the same whether the name exists or not. */
export const resetPage = definePage({
  path: '/reset',
  role: 'anybody',
  load: async () => ({}),
  view({ app, language, refusal, given, to }) {
    const say = signInTexts[language]
    const username = { name: 'username', label: say.usernameOrEmail, value: given.username, autocomplete: 'username' }
    return {
      title: say.resetTitle,
      body: narrowCard(
        say.resetTitle,
        html`<p>${say.resetText(app.config.mail !== undefined)}</p>
          ${refusedBanner({ language, refusal })}
          <form method="post" novalidate>
            ${field({ ...username, maxlength: 100, isFocused: true })}
            ${actButton('send', say.resetSend)}
          </form>
          <p class="beside"><a href="${to('/reset/code')}">${say.resetByBackup}</a></p>
          <p class="beside">${say.resetNoWay}</p>
          <p class="beside"><a href="${to('/sign-in')}">${say.title}</a></p>`,
      ),
    }
  },
  act: {
    send: {
      fields: z.object({ username: Name }),
      async run(app, { address }, { username }) {
        await requestReset(app, { username, address })
        return { to: `/reset/code?${new URLSearchParams({ username })}` }
      },
    },
  },
})

export const resetCodePage = definePage({
  path: '/reset/code',
  role: 'anybody',
  input: z.object({ username: Name.catch('') }),
  load: async () => ({}),
  view({ language, refusal, given, input, to, fieldErrors: errors }) {
    const say = signInTexts[language]
    const isWrongCode = refusal?.code === 'unauthorized'
    const username = field({
      name: 'username',
      label: say.usernameOrEmail,
      value: given.username ?? input.username,
      autocomplete: 'username',
      maxlength: 100,
    })
    const code = field({ name: 'code', label: say.resetCode, autocomplete: 'one-time-code', maxlength: 40 })
    const password = field({
      name: 'password',
      label: say.newPassword,
      hint: say.passwordHint,
      type: 'password',
      autocomplete: 'new-password',
      showing: commonTexts[language].showingPassword,
      minlength: 8,
      maxlength: 128,
      errors,
    })
    const labels = { password: say.newPassword }
    return {
      title: say.resetSentTitle,
      script: 'password.js',
      body: narrowCard(
        say.resetSentTitle,
        html`<p>${say.resetSentText}</p>
          ${isWrongCode ? banner('stop', say.codeWrong) : refusedBanner({ language, refusal, labels })}
          <form method="post" novalidate>${username}${code}${password}${actButton('save', say.resetSave)}</form>
          <p class="beside"><a href="${to('/reset')}">${say.sendAgain}</a></p>`,
      ),
    }
  },
  act: {
    save: {
      fields: z.object({ username: Name, code: z.string().max(40), password: z.string().max(1000) }),
      async run(app, { address }, { username, code, password }) {
        await resetPassword(app, { username, code: code.trim(), password, address })
        return { to: '/sign-in', done: 'password_changed' }
      },
    },
  },
})
