import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { requestReset } from '../../people/request-reset.ts'
import { resetPassword } from '../../people/reset-password.ts'
import { actButton, banner, field, refusedBanner } from '../parts/forms.ts'
import { page } from '../parts/page.ts'
import { signInTexts } from './texts.ts'

const Name = z.string().max(100)

/** A new password by a code through the bot. It says the same whether the name exists or not. */
export const resetPage = page({
  path: '/reset',
  role: 'anybody',
  load: async () => ({}),
  view({ language, refusal, given, to }) {
    const say = signInTexts[language]
    return {
      title: say.resetTitle,
      body: html`<section class="card narrow"><h1>${say.resetTitle}</h1><p>${say.resetText}</p>
${refusedBanner({ language, refusal })}
<form method="post">${field({ name: 'username', label: say.username, value: given.username, autocomplete: 'username', maxlength: 100, isFocused: true })}
${actButton('send', say.resetSend)}</form><p class="beside"><a href="${to('/sign-in')}">${say.title}</a></p></section>`,
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

export const resetCodePage = page({
  path: '/reset/code',
  role: 'anybody',
  input: z.object({ username: Name.catch('') }),
  load: async () => ({}),
  view({ language, refusal, given, input, to, fieldErrors: errors }) {
    const say = signInTexts[language]
    return {
      title: say.resetSentTitle,
      body: html`<section class="card narrow"><h1>${say.resetSentTitle}</h1><p>${say.resetSentText}</p>
${refusal?.code === 'unauthorized' ? banner('stop', say.codeWrong) : refusedBanner({ language, refusal, labels: { password: say.newPassword } })}
<form method="post">${field({ name: 'username', label: say.username, value: given.username ?? input.username, autocomplete: 'username', maxlength: 100 })}
${field({ name: 'code', label: say.code, autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 6, isFocused: true })}
${field({ name: 'password', label: say.newPassword, hint: say.passwordHint, type: 'password', autocomplete: 'new-password', minlength: 8, maxlength: 128, errors })}
${actButton('save', say.resetSave)}</form><p class="beside"><a href="${to('/reset')}">${say.sendAgain}</a></p></section>`,
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
