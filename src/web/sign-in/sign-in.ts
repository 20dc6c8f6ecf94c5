import { z } from 'zod'
import { html } from '../../lib/html.ts'
import type { App } from '../../needs.ts'
import { arePasskeysSupported, requestPasskey } from '../../people/passkeys/passkey-ceremony.ts'
import { signInByPasskey } from '../../people/passkeys/sign-in-by-passkey.ts'
import { signIn } from '../../people/sign-in.ts'
import { narrowCard } from '../parts/card.ts'
import { actButton, field, refusedBanner } from '../parts/forms.ts'
import { definePage } from '../parts/page.ts'
import { PasskeyFields, passkeyForm, passkeyScripts } from '../parts/passkey-form.ts'
import type { Guest } from '../parts/visit.ts'
import { continueSignIn } from './continue-sign-in.ts'
import { ProviderField, providerButtons, redirectToProvider } from './providers.ts'
import { signInTexts } from './texts.ts'

const Back = z.object({ back: z.string().max(500).optional().catch(undefined) })
const SignIn = z.object({ username: z.string().max(100), password: z.string().max(1000) })

// The maximum number of sign-ins that wait for their password check. One more would take a database connection from
// payments, only to be counted and refused.
const passwordsAtOnceMax = 40

const byProvider = {
  fields: ProviderField,
  run: (app: App, { language }: Guest, { provider }: { provider: string }, { back }: z.infer<typeof Back>) =>
    redirectToProvider(app, language, { provider, aim: { aim: 'sign-in' }, back }),
}

/** Returns the page for signing in with name and password, for merchants or, at a separate address, for operators. */
const signInPageOf = (door: 'merchant' | 'operator') =>
  definePage({
    path: door === 'operator' ? '/operator/sign-in' : '/sign-in',
    role: 'anybody',
    input: Back,
    load: async app => (arePasskeysSupported(app) ? requestPasskey(app, null) : null),
    view({ app, language, loaded: passkey, refusal, given, input, to, fieldErrors }) {
      const say = signInTexts[language]
      const title = door === 'operator' ? say.operatorTitle : say.title
      const name = { name: 'username', label: say.usernameOrEmail, value: given.username, autocomplete: 'username' }
      const password = { name: 'password', label: say.password, autocomplete: 'current-password', maxlength: 128 }
      const toSignUp = html`<a href="${to('/sign-up', { back: input.back })}">${say.toSignUp}</a> `
      const toReset = html`<a href="${to('/reset')}">${say.toReset}</a>`
      const byPasskey =
        passkey && passkeyForm(language, passkey, { aim: 'prove', act: 'passkey', text: say.byPasskey, kind: 'quiet' })
      const links = html`<p class="beside">${app.config.signUpIsOpen && toSignUp}${toReset}</p>`
      return {
        title,
        script: passkey ? passkeyScripts : [],
        body: narrowCard(
          title,
          html`${refusedBanner({ language, refusal })}
            <form method="post" novalidate>
              ${field({ ...name, maxlength: 100, isFocused: true, errors: fieldErrors })}
              ${field({ ...password, type: 'password' })}
              ${actButton('in', say.signIn)}
            </form>
            ${byPasskey}
            ${door === 'merchant' && html`${providerButtons(app, say.byProvider)}${links}`}`,
        ),
      }
    },
    act: {
      in: {
        fields: SignIn,
        atOnceMax: passwordsAtOnceMax,
        async run(app, visit, { username, password }, { back }) {
          const { address, userAgent } = visit
          const first = await signIn(app, { username, password, asOperator: door === 'operator', address, userAgent })
          return continueSignIn(app, { ...first, door, back })
        },
      },
      passkey: {
        fields: PasskeyFields,
        async run(app, { address, userAgent }, values, { back }) {
          const token = await signInByPasskey(app, { ...values, asOperator: door === 'operator', address, userAgent })
          return continueSignIn(app, { token, secondStep: 'none', door, back })
        },
      },
      ...(door === 'merchant' ? { provider: byProvider } : {}),
    },
  })

export const signInPage = signInPageOf('merchant')
export const operatorSignInPage = signInPageOf('operator')
