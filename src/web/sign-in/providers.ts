import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import type { App } from '../../needs.ts'
import { type ExpectedAnswer, requestProvider } from '../../people/identities/identity-provider.ts'
import { linkButton, narrowCard } from '../parts/card.ts'
import { actButton, hiddenField } from '../parts/forms.ts'
import type { Language } from '../parts/language.ts'
import type { Outcome } from '../parts/page.ts'
import { signInTexts } from './texts.ts'

/**
 * Why a user is sent to a provider: to sign in, to link it to the user of a session, or to authenticate that user
 * again.
 */
export type ProviderAim = { aim: 'sign-in' } | { aim: 'link' | 'again'; sessionId: number; userId: number }

export type ProviderJourney = ProviderAim & { expected: ExpectedAnswer; back?: string | undefined; until: number }

const journeyMs = 600_000

export const ProviderField = z.object({ provider: z.string().max(30) })

/** Redirects the browser to a provider, and stores, sealed, the values that have to come back. */
export async function redirectToProvider(
  app: App,
  language: Language,
  { provider, aim, back }: { provider: string; aim: ProviderAim; back?: string | undefined },
): Promise<Outcome> {
  const { url, expected } = await requestProvider(app, provider, { anew: aim.aim === 'again' })
  const journey: ProviderJourney = { ...aim, expected, back, until: Date.now() + journeyMs }
  const say = signInTexts[language]
  return {
    provider: app.seal.seal(JSON.stringify(journey), journeyContext),
    view: {
      title: say.leaving,
      leadsTo: url,
      body: narrowCard(say.leaving, html`<p>${linkButton(url, say.goOn)}</p>`),
    },
  }
}

/** Returns the values stored by a browser; null if they are missing, too old, or not ours. */
export function readJourney(app: App, sealedText: string | undefined): ProviderJourney | null {
  try {
    const journey = JSON.parse(app.seal.open(sealedText ?? '', journeyContext)) as ProviderJourney
    return journey.until > Date.now() ? journey : null
  } catch {
    return null
  }
}

const journeyContext = 'cookie|provider'

/** Renders a button for each provider by which people may sign in. */
export function providerButtons({ config }: App, text: (name: string) => string): Html[] {
  return config.identityProviders.map(({ id, name }) => {
    const button = actButton('provider', text(name), 'quiet')
    return html`<form method="post" novalidate>${hiddenField('provider', id)}${button}</form>`
  })
}
