import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { Identity } from '../../people/identities/identity.ts'
import { Passkey } from '../../people/passkeys/passkey.ts'
import { askPasskey, passkeysWork } from '../../people/passkeys/passkey-ceremony.ts'
import { reauthenticateByPasskey } from '../../people/passkeys/reauthenticate-by-passkey.ts'
import { actButton, refusedBanner } from '../parts/forms.ts'
import { safeBack } from '../parts/gate.ts'
import { page } from '../parts/page.ts'
import { PasskeyFields, passkeyForm, passkeyScripts } from '../parts/passkey-form.ts'
import { leaveFor, ProviderField } from './providers.ts'
import { signInTexts } from './texts.ts'

/** For money and secrets: a user without a password authenticates again in the way in which they sign in. */
export const againPage = page({
  path: '/sign-in/again',
  role: 'user',
  input: z.object({ back: z.string().max(500).optional().catch(undefined) }),
  async load(app, { session }) {
    const linked = await app.em('installation').find(Identity, { user: session.userId })
    const issuers = new Set(linked.map(({ issuer }) => issuer))
    const hasPasskey = passkeysWork(app) && (await app.em('installation').count(Passkey, { user: session.userId })) > 0
    return {
      providers: app.config.identityProviders.filter(({ issuer }) => issuers.has(issuer)),
      passkey: hasPasskey ? await askPasskey(app, session.userId) : null,
    }
  },
  view({ language, refusal, loaded: { providers, passkey } }) {
    const say = signInTexts[language]
    return {
      title: say.againTitle,
      script: passkey ? passkeyScripts : [],
      body: html`<section class="card narrow"><h1>${say.againTitle}</h1><p>${say.againText}</p>${refusedBanner({ language, refusal })}
${passkey && passkeyForm(language, passkey, { aim: 'prove', act: 'passkey', text: say.usePasskey })}
${providers.map(({ id, name }) => html`<form method="post"><input type="hidden" name="provider" value="${id}">${actButton('provider', say.againBy(name))}</form>`)}</section>`,
    }
  },
  act: {
    passkey: {
      fields: PasskeyFields,
      async run(app, { session }, given, { back }) {
        await reauthenticateByPasskey(app, session, given)
        return { to: safeBack(back, '/dashboard') }
      },
    },
    provider: {
      fields: ProviderField,
      async run(app, { session, language }, { provider }, { back }) {
        const aim = { aim: 'again' as const, sessionId: session.id, userId: session.userId }
        return leaveFor(app, language, { provider, aim, back })
      },
    },
  },
})
