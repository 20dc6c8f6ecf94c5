import type { Guide, GuideLack, GuideStep, StepState } from '../../../doctor/find-guide.ts'
import { guideLackTexts, guideTexts } from '../../../doctor/guide-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Needs } from '../../../needs.ts'
import { card } from '../../parts/card.ts'
import { actButton, hiddenField } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import type { ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { guidePageTexts } from './guide-page-texts.ts'
import { listShopDoors } from './step-place.ts'

type ShownHome = Pick<ViewContext<Visit, object, object>, 'app' | 'language' | 'to'>

/** Renders the guide on the home page: its next step, or that all are done. */
export function guideCard({ app, language, to }: ShownHome, guide: Guide): Html {
  const say = guidePageTexts[language]
  const action = to('/dashboard/guide')
  const away = html`<form method="post" novalidate action="${action}">${actButton('away', say.away, 'quiet')}</form>`
  if (guide.next === null) return card(say.finished, html`<p>${say.finishedText}</p>${away}`)
  const { title, why } = guideTexts[language][guide.next.id]
  return card(
    say.title,
    html`
      ${renderGuideProgress(guide, language)}
      <p><b>${say.next}: ${title}</b></p>
      <p>${why}</p>
      ${renderLacks(language, guide.next)}
      <div class="inline">
        ${renderStepForms(app, language, { step: guide.next, action, isMain: true })}
        ${away}
      </div>
      <p><a href="${action}">${say.all}</a></p>`,
  )
}

/** Renders how many of the steps are done, as a bar and as text. */
export function renderGuideProgress({ done, steps }: Guide, language: Language): Html {
  const text = guidePageTexts[language].progress(done, steps.length)
  return html`<p class="progress"><progress value="${done}" max="${steps.length}" aria-label="${text}"></progress>
    <small>${text}</small></p>`
}

/** Renders the facts that a step lacks, each in a sentence. */
export function renderLacks(language: Language, { lacks }: { lacks: readonly GuideLack[] }): Html[] {
  const codes = [...new Set(lacks.map(({ code }) => code))]
  return codes.map(code => html`<p><small>${guideLackTexts[language][code]}</small></p>`)
}

/** Renders the buttons that open what a step lacks, in its mode: several if there is a choice. */
export function renderStepForms(
  app: Needs<'slots'>,
  language: Language,
  { step, action, isMain }: { step: Pick<StepState, 'id' | 'lacks'>; action: string; isMain: boolean },
): Html[] {
  const say = guidePageTexts[language]
  const look = isMain ? 'main' : 'quiet'
  const form = (fields: { step: GuideStep; door?: string }, text: string, kind: 'main' | 'quiet') =>
    html`<form method="post" novalidate action="${action}">
      ${Object.entries(fields).map(([name, value]) => hiddenField(name, value))}${actButton('go', text, kind)}
    </form>`
  const { button } = guideTexts[language][step.id]
  const named = step.lacks.map(({ code }) => say.buttons[code]).find(text => text !== undefined)
  if (step.id !== 'door') return [form({ step: step.id }, named ?? button, look)]
  return listShopDoors(app).map(({ path, label }, at) =>
    form({ step: 'door', door: path }, label[language], at === 0 ? look : 'quiet'),
  )
}
