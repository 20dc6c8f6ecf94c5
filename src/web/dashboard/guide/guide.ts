import { z } from 'zod'
import { hideGuide } from '../../../accounts/hide-guide.ts'
import { findGuide, type Guide, guideSteps } from '../../../doctor/find-guide.ts'
import { guideTexts } from '../../../doctor/guide-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card } from '../../parts/card.ts'
import { actButton } from '../../parts/forms.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { type FirstSteps, findFirstSteps } from '../home/attention.ts'
import { renderGuideProgress, renderLacks, renderStepForms } from './guide-card.ts'
import { guidePageTexts } from './guide-page-texts.ts'
import { findStepPlace } from './step-place.ts'

interface Loaded {
  guide: Guide
  extras: FirstSteps
}

/** The way from an empty shop to its first live money; each step names what it lacks and opens its form. */
export const guidePage = definePage({
  path: '/dashboard/guide',
  role: 'read',
  async load(app, visit): Promise<Loaded> {
    return { guide: await findGuide(app, visit.account.id), extras: await findFirstSteps(app, visit) }
  },
  view(view: ViewContext<Visit, object, Loaded>) {
    const { language, loaded, to } = view
    const { guide } = loaded
    const say = guidePageTexts[language]
    return {
      title: say.title,
      body: html`
        ${backLink(to('/dashboard'), say.back)}
        <h1>${say.title}</h1>
        <p>${guide.next === null ? say.finishedText : say.intro}</p>
        ${card(null, html`${renderGuideProgress(guide, language)}<ol class="steps guide">${stepCards(view)}</ol>`)}
        ${extrasCard(view)}
        ${awayForm(view)}`,
    }
  },
  act: {
    // Each form belongs to one mode, and a plain link would open it in the wrong one.
    go: {
      fields: z.object({ step: z.enum(guideSteps), door: z.string().max(100).optional() }),
      async run(app, { account }, choice) {
        const { mode, path } = await findStepPlace(app, account.id, choice)
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

function stepCards({ app, language, visit, to, loaded: { guide } }: ViewContext<Visit, object, Loaded>): Html[] {
  const say = guidePageTexts[language]
  const mayChange = mayDo(visit.account.role, 'settings')
  return guide.steps.map(step => {
    const { title, why } = guideTexts[language][step.id]
    if (step.isDone) return html`<li class="ready"><b>${title}</b> <small>${say.done}</small></li>`
    const isNext = step.id === guide.next?.id
    const forms = renderStepForms(app, language, { step, action: to('/dashboard/guide'), isMain: isNext })
    return html`<li${isNext && html` aria-current="step"`}>
      <b>${title}</b>
      <p>${why}</p>
      ${renderLacks(language, step)}
      ${mayChange && html`<div class="inline">${forms}</div>`}
    </li>`
  })
}

function extrasCard({ language, loaded: { extras }, to }: ViewContext<Visit, object, Loaded>): Html | null {
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

function awayForm({ language, visit, loaded: { guide } }: ViewContext<Visit, object, Loaded>): Html | null {
  if (!mayDo(visit.account.role, 'settings')) return null
  const say = guidePageTexts[language]
  return html`<form method="post" novalidate class="inline">
    ${guide.isAway && html`<span>${say.isAway}</span>`}
    ${guide.isAway ? actButton('bring', say.bring, 'quiet') : actButton('away', say.away, 'quiet')}
  </form>`
}
