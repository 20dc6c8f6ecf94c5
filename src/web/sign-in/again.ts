import { z } from 'zod'
import type { IdentityProviderSettings } from '../../identity-provider-settings.ts'
import { type Html, html } from '../../lib/html.ts'
import { Identity } from '../../people/identities/identity.ts'
import { type PasskeyQuestion, requestPasskey } from '../../people/passkeys/passkey-ceremony.ts'
import { reauthenticateByPasskey } from '../../people/passkeys/reauthenticate-by-passkey.ts'
import { reauthenticateByCode, sendProvingCode } from '../../people/second-step/reauthenticate-by-code.ts'
import { findWaysToProve, type WaysToProve } from '../../people/second-step/ways-to-prove.ts'
import { narrowCard } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, banner, codeField, hiddenField, refusedBanner } from '../parts/forms.ts'
import { toSafePath } from '../parts/gate.ts'
import { Mark } from '../parts/inputs.ts'
import { definePage, type ViewContext } from '../parts/page.ts'
import { PasskeyFields, passkeyForm, passkeyScripts } from '../parts/passkey-form.ts'
import type { Person } from '../parts/visit.ts'
import { ProviderField, redirectToProvider } from './providers.ts'
import { type SignInTexts, signInTexts } from './texts.ts'

const Input = z.object({
  back: z.string().max(500).optional().catch(undefined),
  /** Set if a code was sent to the chat. */
  sent: Mark,
})
type Input = z.infer<typeof Input>

interface Ways {
  codeBy: WaysToProve['codeBy']
  passkey: PasskeyQuestion | null
  providers: IdentityProviderSettings[]
}

/**
 * Protects money and secrets. A user without a password authenticates again by their way of signing in, or by a code if
 * their provider does not report when they did.
 */
export const againPage = definePage({
  path: '/sign-in/again',
  role: 'user',
  input: Input,
  async load(app, { session }): Promise<Ways> {
    const { hasPasskey, hasPassword, codeBy } = await findWaysToProve(app, session.userId)
    const linked = await app.em('shared').find(Identity, { user: session.userId })
    const issuers = new Set(linked.map(({ issuer }) => issuer))
    return {
      providers: app.config.identityProviders.filter(({ issuer }) => issuers.has(issuer)),
      passkey: hasPasskey ? await requestPasskey(app, session.userId) : null,
      codeBy: hasPassword ? null : codeBy,
    }
  },
  view(view) {
    const { language, refusal, loaded, to } = view
    const { passkey, codeBy, providers } = loaded
    const say = signInTexts[language]
    const isWrongCode = refusal?.code === 'unauthorized' && codeBy !== null
    const byProvider = providers.map(({ id, name }) => {
      const button = actButton('provider', say.againBy(name))
      return html`<form method="post" novalidate>${hiddenField('provider', id)}${button}</form>`
    })
    return {
      title: say.againTitle,
      script: passkey ? passkeyScripts : [],
      body: narrowCard(
        say.againTitle,
        html`<p>${say.againText}</p>
          ${isWrongCode ? banner('stop', say.codeWrong) : refusedBanner({ language, refusal })}
          ${passkey && passkeyForm(language, passkey, { aim: 'prove', act: 'passkey', text: say.usePasskey })}
          ${codeForms(view, say)}
          ${byProvider}
          ${!passkey && codeBy === null && html`<p><small>${say.againAlone}</small></p>`}
          <p class="beside"><a href="${to('/dashboard')}">${commonTexts[language].cancel}</a></p>`,
      ),
    }
  },
  act: {
    passkey: {
      fields: PasskeyFields,
      async run(app, { session }, values, { back }) {
        await reauthenticateByPasskey(app, session, values)
        return { to: toSafePath(back, '/dashboard') }
      },
    },
    code: {
      fields: z.object({ code: z.string().max(40) }),
      async run(app, { session }, { code }, { back }) {
        await reauthenticateByCode(app, session, code.trim())
        return { to: toSafePath(back, '/dashboard') }
      },
    },
    send: {
      async run(app, { session }, _fields, { back }) {
        await sendProvingCode(app, session)
        const query = new URLSearchParams({ ...(back ? { back } : {}), sent: '1' })
        return { to: `/sign-in/again?${query}` }
      },
    },
    provider: {
      fields: ProviderField,
      async run(app, { session, language }, { provider }, { back }) {
        const aim = { aim: 'again' as const, sessionId: session.id, userId: session.userId }
        return redirectToProvider(app, language, { provider, aim, back })
      },
    },
  },
})

function codeForms({ input, loaded: { codeBy } }: ViewContext<Person, Input, Ways>, say: SignInTexts): Html | null {
  if (codeBy === null) return null
  const send = (text: string) => html`<form method="post" novalidate>${actButton('send', text, 'quiet')}</form>`
  if (codeBy === 'bot' && !input.sent) return send(say.sendToChat)
  const code = codeField(say.code)
  return html`<p>${codeBy === 'totp' ? say.codeByApp : say.codeByBot}</p>
    <form method="post" novalidate>${code}${actButton('code', say.confirm)}</form>
    ${codeBy === 'bot' && send(say.sendAgain)}`
}
