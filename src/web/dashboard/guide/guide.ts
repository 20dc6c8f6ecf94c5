import { z } from 'zod'
import { hideGuide } from '../../../accounts/hide-guide.ts'
import type { Mode } from '../../../database/scope.ts'
import {
  findGuide,
  firstAmount,
  type Guide,
  type GuideNeeds,
  type GuideStep,
  guideSteps,
} from '../../../doctor/find-guide.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Needs } from '../../../needs.ts'
import { Payment } from '../../../payments/payment.ts'
import { mayDo } from '../../../people/membership.ts'
import { card, trail } from '../../parts/card.ts'
import { actButton } from '../../parts/forms.ts'
import { page, type Shown } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { type FirstSteps, findFirstSteps } from '../attention.ts'
import { guideProgress, stepForm, stepTexts } from './guide-card.ts'
import { guidePageTexts } from './guide-page-texts.ts'

interface Loaded {
  guide: Guide
  extras: FirstSteps
}

/** The way from an empty shop to its first live money; each step opens its form and ticks itself. */
export const guidePage = page({
  path: '/dashboard/guide',
  role: 'read',
  async load(app, visit): Promise<Loaded> {
    return { guide: await findGuide(app, visit.account.id), extras: await findFirstSteps(app, visit) }
  },
  view(shown: Shown<Visit, object, Loaded>) {
    const { language, loaded, to } = shown
    const { guide } = loaded
    const say = guidePageTexts[language]
    return {
      title: say.title,
      body: html`
        ${trail(to('/dashboard'), say.back)}
        <h1>${say.title}</h1>
        <p>${guide.next === null ? say.finishedText : say.intro}</p>
        ${card(null, html`${guideProgress(guide, language)}<ol class="steps guide">${steps(shown)}</ol>`)}
        ${extrasCard(shown)}
        ${awayForm(shown)}`,
    }
  },
  act: {
    // Each form is in a mode of its own, and a link would open it in the wrong one.
    go: {
      fields: z.object({ step: z.enum(guideSteps) }),
      async run(app, { account }, { step }) {
        const { mode, path } = await placeOf(app, account.id, step)
        return { place: { accountId: account.id, mode }, to: path }
      },
    },
    away: {
      role: 'settings',
      async run(app, { account }) {
        await hideGuide(app, account.id, { isAway: true })
        return { to: '/dashboard' }
      },
    },
    bring: {
      role: 'settings',
      async run(app, { account }) {
        await hideGuide(app, account.id, { isAway: false })
        return { to: '/dashboard' }
      },
    },
  },
})

/** Where the form of a step is. */
async function placeOf(app: GuideNeeds, accountId: number, step: GuideStep): Promise<{ mode: Mode; path: string }> {
  switch (step) {
    case 'product':
      return { mode: 'test', path: '/dashboard/catalog/new' }
    case 'bot':
      return { mode: 'test', path: '/dashboard/bots/add' }
    case 'account':
      return { mode: 'live', path: '/dashboard/connections' }
    case 'trial': {
      const open = await openPayment(app, accountId, 'test')
      return { mode: 'test', path: open ?? '/dashboard/new-payment' }
    }
    case 'live': {
      const { takesLiveMoney } = await findGuide(app, accountId)
      return { mode: 'live', path: takesLiveMoney ? '/dashboard/bots/add' : '/dashboard/new-payment' }
    }
    case 'first': {
      const open = await openPayment(app, accountId, 'live')
      return { mode: 'live', path: open ?? `/dashboard/new-payment?amount=${firstAmount}` }
    }
  }
}

/** The page of the newest payment that waits to be paid, if there is one. */
async function openPayment(app: Needs<'em'>, accountId: number, mode: Mode): Promise<string | null> {
  const found = await app
    .em({ accountId, mode })
    .findOne(Payment, { status: 'pending' }, { fields: ['invoiceId'], orderBy: { createdAt: 'desc' } })
  return found && `/dashboard/payments/${found.invoiceId}`
}

function steps({ language, visit, to, loaded: { guide } }: Shown<Visit, object, Loaded>): Html[] {
  const say = guidePageTexts[language]
  const mayChange = mayDo(visit.account.role, 'settings')
  return guide.steps.map(({ id, isDone }) => {
    const { title, why } = stepTexts(language, id)
    if (isDone) return html`<li class="ready"><b>${title}</b> <small>${say.done}</small></li>`
    const isNext = id === guide.next
    const lacks = id === 'live' && !guide.takesLiveMoney && html`<small>${say.noMethod}</small>`
    return html`<li${isNext && html` aria-current="step"`}>
      <b>${title}</b>
      <p>${why}</p>
      ${lacks}
      ${mayChange && stepForm(language, { step: id, action: to('/dashboard/guide'), isMain: isNext })}
    </li>`
  })
}

function extrasCard({ language, loaded: { extras }, to }: Shown<Visit, object, Loaded>): Html | null {
  const say = guidePageTexts[language]
  const open: [path: string, text: string][] = []
  if (!extras.hasChat) open.push(['/dashboard/bots', say.chat])
  if (!extras.hasSecondStep) open.push(['/dashboard/profile', say.second])
  if (open.length === 0) return null
  return card(
    say.extras,
    html`<ul class="attention">
      ${open.map(([path, text]) => html`<li><a href="${to(path)}"><span>${text}</span></a></li>`)}
    </ul>`,
  )
}

function awayForm({ language, visit, loaded: { guide } }: Shown<Visit, object, Loaded>): Html | null {
  if (!mayDo(visit.account.role, 'settings')) return null
  const say = guidePageTexts[language]
  return html`<form method="post" novalidate class="inline">
    ${guide.isAway && html`<span>${say.isAway}</span>`}
    ${guide.isAway ? actButton('bring', say.bring, 'quiet') : actButton('away', say.away, 'quiet')}
  </form>`
}
