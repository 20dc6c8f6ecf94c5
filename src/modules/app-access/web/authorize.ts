import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal, refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { checkSecondProof } from '../../../people/second-step/check-second-proof.ts'
import { findWaysToProve } from '../../../people/second-step/ways-to-prove.ts'
import { keyTexts } from '../../../web/dashboard/keys/key-texts.ts'
import { linkButton, narrowCard } from '../../../web/parts/card.ts'
import { factList } from '../../../web/parts/facts.ts'
import { actButton, field, refusedBanner } from '../../../web/parts/forms.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import { allowApp, needsSecondFactor } from '../allow-app.ts'
import { AccessRequest } from '../read-access-request.ts'
import { accessTexts } from '../texts/access-texts.ts'

const Query = z.record(z.string(), z.unknown())
type Query = z.infer<typeof Query>

interface Loaded {
  /** Whether the merchant has an authenticator app. */
  hasTotp: boolean
}

/** The page on which a merchant allows an app to get an API key with the scopes that it names. */
export const authorizePage = definePage({
  path: '/dashboard/authorize',
  role: 'settings',
  input: Query,
  load: async (app, visit): Promise<Loaded> => {
    const { codeBy } = await findWaysToProve(app, visit.session.userId)
    return { hasTotp: codeBy === 'totp' }
  },
  view(view): View {
    const parsed = AccessRequest.safeParse(view.input)
    return parsed.success ? questionView(view, parsed.data) : wrongView(view, parsed.error)
  },
  act: {
    allow: {
      isSecret: true,
      fields: z.object({ code: z.string().trim().max(40).optional() }),
      async run(app, visit, { code = '' }, query) {
        const request = requireRequest(query)
        const mode = request.mode ?? visit.mode
        if (needsSecondFactor({ ...request, mode })) await proveSecondFactor(app, visit, code)
        const scope = { accountId: visit.account.id, mode }
        const granted = await allowApp(app, scope, request, makeUserActor(visit))
        return { view: backView(visit, request, { code: granted }) }
      },
    },
    deny: {
      async run(_app, visit, _fields, query) {
        return { view: backView(visit, requireRequest(query), { error: 'access_denied' }) }
      },
    },
  },
})

function requireRequest(query: Query): AccessRequest {
  const parsed = AccessRequest.safeParse(query)
  if (!parsed.success) throw refuseField('return', 'belongs to a request that is not complete', 'malformed')
  return parsed.data
}

async function proveSecondFactor(app: App, { session }: Visit, code: string): Promise<void> {
  const { codeBy } = await findWaysToProve(app, session.userId)
  if (codeBy !== 'totp') throw new Refusal('forbidden', 'Set up an authenticator app as the second step first')
  const by = /^\d{6}$/.test(code.replaceAll(' ', '')) ? 'totp' : 'backup'
  const proving = { userId: session.userId, sessionId: session.id, purpose: 'prove' as const }
  if (await checkSecondProof(app, proving, { by, code: code.replaceAll(' ', '') })) return
  throw refuseField('code', 'is not right', 'malformed')
}

type ShownRequest = ViewContext<Visit, Query, Loaded>

function questionView(page: ShownRequest, request: AccessRequest): View {
  const { language, visit, loaded, to, refusal, fieldErrors: errors } = page
  const say = accessTexts[language]
  const mode = request.mode ?? visit.mode
  const isGuarded = needsSecondFactor({ ...request, mode })
  const scopes = request.scopes.map(scope => keyTexts[language].scopeNames[scope])
  const isAllowed = !isGuarded || loaded.hasTotp
  return {
    title: say.title,
    body: narrowCard(
      say.heading(request.app),
      html`<p>${say.intro}</p>
        ${refusedBanner({ language, refusal, labels: { code: say.code } })}
        ${factList([
          [say.app, request.app],
          [say.account, visit.account.name],
          [say.mode, say.modes[mode]],
          [say.scopes, scopes.join(', ')],
          [say.address, html`<code>${shownAddress(request)}</code>`],
        ])}
        <p><small>${say.revoke}</small></p>
        ${isAllowed ? consentForm(page, { isGuarded, errors }) : lackingRight(page, to('/dashboard/profile'))}`,
    ),
  }
}

// As the browser will open it: look-alike letters of other alphabets are written as xn--.
const shownAddress = (request: AccessRequest) => new URL(request.return).href

function consentForm(
  { language }: ShownRequest,
  { isGuarded, errors }: { isGuarded: boolean; errors: ShownRequest['fieldErrors'] },
): Html {
  const say = accessTexts[language]
  const code = { name: 'code', label: say.code, hint: say.codeHint, autocomplete: 'one-time-code', errors } as const
  return html`<form method="post" novalidate>
    ${isGuarded && field({ ...code, maxlength: 40 })}
    <p class="choices">${actButton('allow', say.allow)} ${actButton('deny', say.deny, 'link')}</p>
  </form>`
}

function lackingRight({ language }: ShownRequest, profile: string): Html {
  const say = accessTexts[language]
  return html`<p>${say.noSecondFactor}</p><p class="choices">${linkButton(profile, say.profile)}</p>
    <form method="post" novalidate>${actButton('deny', say.deny, 'link')}</form>`
}

/** Sends the browser back to the app with a code, never with a key. */
function backView({ language }: Visit, request: AccessRequest, answer: Record<string, string>): View {
  const say = accessTexts[language]
  const address = new URL(request.return)
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value)
  if (request.state !== undefined) address.searchParams.set('state', request.state)
  return {
    title: say.goingBack,
    leadsTo: address.href,
    body: narrowCard(say.goingBack, html`<p>${linkButton(address.href, say.goingBack)}</p>`),
  }
}

function wrongView({ language }: ShownRequest, { issues }: z.ZodError): View {
  const say = accessTexts[language]
  const problems = issues.map(({ path, message }) => html`<li><code>${path.join('.')}</code> ${message}</li>`)
  return { title: say.wrongTitle, body: narrowCard(say.wrongTitle, html`<p>${say.wrongText}</p><ul>${problems}</ul>`) }
}
