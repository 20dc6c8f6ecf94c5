import { z } from 'zod'
import type { Html } from '../../lib/html.ts'
import { html } from '../../lib/html.ts'
import { signUp } from '../../people/sign-up.ts'
import { narrowCard } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, field, refusedBanner } from '../parts/forms.ts'
import type { ViewContext } from '../parts/page.ts'
import { definePage } from '../parts/page.ts'
import type { Guest } from '../parts/visit.ts'
import { signInTexts } from './texts.ts'

const SignUp = z.object({
  username: z.string().max(100).trim().default(''),
  email: z.string().max(1000).default(''),
  phone: z.string().max(64).trim().default(''),
  password: z.string().max(1000),
  shop: z.string().max(400),
})

/** Signs up a new merchant with a name, a password and a shop, and leads to the dashboard. */
export const signUpPage = definePage({
  path: '/sign-up',
  role: 'anybody',
  load: async () => ({}),
  view(view: ViewContext<Guest, object, object>) {
    const { app, language, refusal, to } = view
    const say = signInTexts[language]
    const toSignIn = html`<p class="beside"><a href="${to('/sign-in')}">${say.toSignIn}</a></p>`
    if (!app.config.signUpIsOpen) {
      return {
        title: say.signUpTitle,
        body: narrowCard(say.signUpTitle, html`<p>${say.signUpClosed}</p>${toSignIn}`),
      }
    }
    const labels = {
      username: say.username,
      email: say.email,
      phone: say.phone,
      password: say.password,
      shop: say.shop,
    }
    return {
      title: say.signUpTitle,
      script: 'password.js',
      body: narrowCard(
        say.signUpTitle,
        html`<p>${app.edition.subscriptionRequired && `${say.signUpFree} `}${say.signUpText}</p>
          ${refusedBanner({ language, refusal, labels })}
          ${signUpForm(view)}
          ${toSignIn}`,
      ),
    }
  },
  act: {
    open: {
      fields: SignUp,
      async run(app, { language, address, userAgent }, { username, email, phone, password, shop }) {
        const request = { username, email, phone, password, shopName: shop, language, address, userAgent }
        const session = await signUp(app, request)
        return { session, to: '/dashboard', ...(username === '' ? { done: 'opened' as const } : {}) }
      },
    },
  },
})

function signUpForm(view: ViewContext<Guest, object, object>): Html {
  const { language, given, fieldErrors: errors } = view
  const say = signInTexts[language]
  const shop = field({
    name: 'shop',
    label: say.shop,
    hint: say.shopHint,
    value: given.shop,
    autocomplete: 'organization',
    maxlength: 100,
    isFocused: true,
    errors,
  })
  const username = field({
    name: 'username',
    label: say.username,
    hint: say.usernameHint,
    value: given.username,
    autocomplete: 'username',
    isOptional: true,
    minlength: 3,
    maxlength: 39,
    errors,
  })
  const password = field({
    name: 'password',
    label: say.password,
    hint: say.passwordHint,
    type: 'password',
    autocomplete: 'new-password',
    showing: commonTexts[language].showingPassword,
    minlength: 8,
    maxlength: 128,
    errors,
  })
  // The browser would report one mistake at a time, in its own language.
  return html`<form method="post" novalidate>
    ${shop}${contactFields(view)}${password}${username}${actButton('open', say.signUp)}
  </form>`
}

/** Renders the contact fields, both of which may be empty. */
function contactFields({ app, language, given, fieldErrors: errors }: ViewContext<Guest, object, object>): Html {
  const say = signInTexts[language]
  const email = field({
    name: 'email',
    label: say.email,
    hint: app.config.mail ? say.emailHintMailed : say.emailHint,
    type: 'email',
    value: given.email,
    autocomplete: 'email',
    isOptional: true,
    maxlength: 254,
    errors,
  })
  const phone = field({
    name: 'phone',
    label: say.phone,
    hint: say.signUpPhoneHint,
    type: 'tel',
    value: given.phone,
    autocomplete: 'tel',
    isOptional: true,
    maxlength: 32,
    errors,
  })
  return html`${email}${phone}`
}
