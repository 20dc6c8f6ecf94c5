import { z } from 'zod'
import { Identity } from '../../accounts/identity.ts'
import { html } from '../../lib/html.ts'
import { actButton, refusedBanner } from '../forms.ts'
import { page } from '../page.ts'
import { leaveFor, ProviderField } from './providers.ts'
import { signInTexts } from './texts.ts'

/** For money and secrets, where somebody has no password to give: they prove who they are the way they sign in. */
export const againPage = page({
  path: '/sign-in/again',
  role: 'user',
  input: z.object({ back: z.string().max(500).optional().catch(undefined) }),
  async load(app, { session }) {
    const linked = await app.em('installation').find(Identity, { user: session.userId })
    const issuers = new Set(linked.map(({ issuer }) => issuer))
    return app.config.identityProviders.filter(({ issuer }) => issuers.has(issuer))
  },
  view({ language, refusal, loaded: providers }) {
    const say = signInTexts[language]
    return {
      title: say.againTitle,
      body: html`<section class="card narrow"><h1>${say.againTitle}</h1><p>${say.againText}</p>${refusedBanner({ language, refusal })}
${providers.map(({ id, name }) => html`<form method="post"><input type="hidden" name="provider" value="${id}">${actButton('provider', say.againBy(name))}</form>`)}</section>`,
    }
  },
  act: {
    provider: {
      fields: ProviderField,
      async run(app, { session, language }, { provider }, { back }) {
        const aim = { aim: 'again' as const, sessionId: session.id, userId: session.userId }
        return leaveFor(app, language, { provider, aim, back })
      },
    },
  },
})
