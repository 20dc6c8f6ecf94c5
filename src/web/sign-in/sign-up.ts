import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { signUp } from '../../people/sign-up.ts'
import { actButton, field, refusedBanner } from '../parts/forms.ts'
import { page } from '../parts/page.ts'
import { signInTexts } from './texts.ts'

const SignUp = z.object({
  username: z.string().max(100),
  email: z.string().max(1000).default(''),
  password: z.string().max(1000),
  shop: z.string().max(400),
})

/** A new merchant: a name, a password, a shop, and the dashboard. */
export const signUpPage = page({
  path: '/sign-up',
  role: 'anybody',
  load: async () => ({}),
  view({ app, language, refusal, given, to, fieldErrors: errors }) {
    const say = signInTexts[language]
    if (!app.config.signUpIsOpen) {
      return {
        title: say.signUpTitle,
        body: html`<section class="card narrow"><h1>${say.signUpTitle}</h1><p>${say.signUpClosed}</p><p class="beside"><a href="${to('/sign-in')}">${say.toSignIn}</a></p></section>`,
      }
    }
    const labels = { username: say.username, email: say.email, password: say.password, shop: say.shop }
    return {
      title: say.signUpTitle,
      body: html`<section class="card narrow"><h1>${say.signUpTitle}</h1><p>${say.signUpText}</p>
${refusedBanner({ language, refusal, labels })}
<form method="post">${field({ name: 'shop', label: say.shop, hint: say.shopHint, value: given.shop, autocomplete: 'organization', maxlength: 100, isFocused: true, errors })}
${field({ name: 'username', label: say.username, hint: say.usernameHint, value: given.username, autocomplete: 'username', minlength: 3, maxlength: 39, errors })}
${field({ name: 'email', label: say.email, hint: say.emailHint, type: 'email', value: given.email, autocomplete: 'email', isOptional: true, maxlength: 254, errors })}
${field({ name: 'password', label: say.password, hint: say.passwordHint, type: 'password', autocomplete: 'new-password', minlength: 8, maxlength: 128, errors })}
${actButton('open', say.signUp)}</form>
<p class="beside"><a href="${to('/sign-in')}">${say.toSignIn}</a></p></section>`,
    }
  },
  act: {
    open: {
      fields: SignUp,
      async run(app, { language, address, userAgent }, { username, email, password, shop }) {
        const asked = { username, email, password, shopName: shop, language, address, userAgent }
        const session = await signUp(app, asked)
        return { session, to: '/dashboard' }
      },
    },
  },
})
