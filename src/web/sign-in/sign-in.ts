import { z } from 'zod'
import { signIn } from '../../accounts/sign-in.ts'
import { html } from '../../lib/html.ts'
import { actButton, field, refusedBanner } from '../forms.ts'
import { page } from '../page.ts'
import { goOn } from './go-on.ts'
import { signInTexts } from './texts.ts'

const Back = z.object({ back: z.string().max(500).optional().catch(undefined) })
const SignIn = z.object({ username: z.string().max(100), password: z.string().max(1000) })

/** Signing in with name and password, for merchants and, by a door of their own, for operators. */
const signInPageOf = (door: 'merchant' | 'operator') =>
  page({
    path: door === 'operator' ? '/operator/sign-in' : '/sign-in',
    role: 'anybody',
    input: Back,
    load: async () => ({}),
    view({ language, refusal, given, input, to, fieldErrors }) {
      const say = signInTexts[language]
      const title = door === 'operator' ? say.operatorTitle : say.title
      return {
        title,
        body: html`<section class="card narrow"><h1>${title}</h1>
${refusedBanner({ language, refusal })}
<form method="post">${field({ name: 'username', label: say.username, value: given.username, autocomplete: 'username', maxlength: 100, isFocused: true, errors: fieldErrors })}
${field({ name: 'password', label: say.password, type: 'password', autocomplete: 'current-password', maxlength: 128 })}
${actButton('in', say.signIn)}</form>
${door === 'merchant' && html`<p class="beside"><a href="${to('/sign-up', { back: input.back })}">${say.toSignUp}</a> <a href="${to('/reset')}">${say.toReset}</a></p>`}</section>`,
      }
    },
    act: {
      in: {
        fields: SignIn,
        async run(app, visit, { username, password }, { back }) {
          const { address, userAgent } = visit
          const first = await signIn(app, { username, password, asOperator: door === 'operator', address, userAgent })
          return goOn(app, { ...first, door, back })
        },
      },
    },
  })

export const signInPage = signInPageOf('merchant')
export const operatorSignInPage = signInPageOf('operator')
