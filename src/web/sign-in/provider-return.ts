import Router from '@koa/router'
import type Koa from 'koa'
import { refusals } from '../../http/errors.ts'
import { html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import type { CurrentSession } from '../../people/find-session.ts'
import { type ProvedIdentity, readProviderAnswer } from '../../people/identities/identity-provider.ts'
import { linkIdentity } from '../../people/identities/link-identity.ts'
import { reauthenticateByIdentity } from '../../people/identities/reauthenticate-by-identity.ts'
import { signInByIdentity } from '../../people/identities/sign-in-by-identity.ts'
import { makePath } from '../parts/address.ts'
import { makeOutcomeAddress, writeOutcomeCookies } from '../parts/answer-post.ts'
import { linkButton, narrowCard } from '../parts/card.ts'
import { readCookie, writeCookie } from '../parts/cookies.ts'
import { banner } from '../parts/forms.ts'
import { pageHeaders } from '../parts/frame.ts'
import { redirectTo, toSafePath } from '../parts/gate.ts'
import type { Outcome } from '../parts/page.ts'
import { renderRefusal } from '../parts/refused-page.ts'
import { sendShell } from '../parts/shell.ts'
import { admitVisitor, type Guest, makeUserActor } from '../parts/visit.ts'
import { continueSignIn } from './continue-sign-in.ts'
import { type ProviderJourney, readJourney } from './providers.ts'
import { signInTexts } from './texts.ts'

/**
 * Serves the address to which providers redirect people. It is a GET that opens sessions, as the protocol requires, so
 * the browser must return its sealed values, which are valid once and for this provider only.
 */
export function createProviderReturnRouter(app: App): Router {
  const router = new Router()
  router.get('/sign-in/back/:provider', pageHeaders, async ctx => {
    const koa = ctx as unknown as Koa.Context
    try {
      const visit = (await admitVisitor(app, koa, 'anybody')) as Guest
      const journey = readJourney(app, readCookie(app.config, koa, 'provider'))
      writeCookie(app.config, koa, 'provider', null)
      await finishSignIn(app, koa, { visit, journey, provider: ctx.params.provider! })
    } catch (error) {
      renderRefusal(app, koa, error)
    }
  })
  return router
}

interface Arrival {
  visit: Guest
  journey: ProviderJourney | null
  provider: string
}

async function finishSignIn(app: App, ctx: Koa.Context, { visit, journey, provider }: Arrival): Promise<void> {
  try {
    if (journey?.expected.provider !== provider) {
      throw new Refusal('unauthorized', 'This sign-in was not begun in this browser, or too long ago')
    }
    const identity = await readProviderAnswer(app, ctx.search, journey.expected)
    const outcome = await executeJourney(app, visit, journey, identity)
    writeOutcomeCookies(app, ctx, outcome)
    redirectTo(ctx, makeOutcomeAddress(app, ctx, outcome))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sayWhyNot(app, ctx, { visit, journey }, error)
  }
}

async function executeJourney(
  app: App,
  visit: Guest,
  journey: ProviderJourney,
  identity: ProvedIdentity,
): Promise<Outcome> {
  const { back } = journey
  if (journey.aim === 'sign-in') {
    const first = await signInByIdentity(app, identity, visit)
    return continueSignIn(app, { ...first, door: 'merchant', back })
  }
  const session = ownSession(visit, journey)
  if (journey.aim === 'link') {
    await linkIdentity(app, session.userId, identity, makeUserActor({ session, address: visit.address }))
    return { to: '/dashboard/profile', done: 'connected' }
  }
  await reauthenticateByIdentity(app, session, identity)
  return { to: toSafePath(back, '/dashboard') }
}

// The browser may have a different user by now: a flow can only end in the session that started it.
function ownSession(
  { session }: Guest,
  { sessionId, userId }: Extract<ProviderJourney, { sessionId: number }>,
): CurrentSession {
  if (session?.isConfirmed && session.id === sessionId && session.userId === userId) return session
  throw new Refusal('unauthorized', 'The session in which this was begun is over')
}

function sayWhyNot(
  app: App,
  ctx: Koa.Context,
  { visit, journey }: Pick<Arrival, 'visit' | 'journey'>,
  refusal: Refusal,
): void {
  const say = signInTexts[visit.language]
  const isAgain = journey?.aim === 'again'
  const reasons: Partial<Record<Refusal['code'], string>> = {
    unauthorized: isAgain ? say.againDoubt : say.providerDoubt,
    refused_transition: say.linkFirst,
    forbidden: say.signUpClosed,
    unavailable: say.providerAway,
  }
  const reason = reasons[refusal.code] ?? say.providerDoubt
  const title = isAgain ? say.againTitle : say.title
  const back = { back: toSafePath(journey?.back, '/dashboard') }
  const way = isAgain ? makePath(app.config, '/sign-in/again', back) : makePath(app.config, '/sign-in')
  ctx.status = refusals[refusal.code].status
  const other = linkButton(way, isAgain ? say.otherWay : title)
  const body = narrowCard(title, html`${banner('stop', reason)}<p>${other}</p>`)
  sendShell(app, ctx, { visit, view: { title, body }, refusal })
}
