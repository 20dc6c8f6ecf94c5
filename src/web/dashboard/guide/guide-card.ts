import type { Guide, GuideStep } from '../../../doctor/find-guide.ts'
import { type GuideStepTexts, guideTexts } from '../../../doctor/guide-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { card } from '../../parts/card.ts'
import { actButton, hidden } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import type { Shown } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { guidePageTexts } from './guide-page-texts.ts'

type ShownHome = Pick<Shown<Visit, object, object>, 'language' | 'to'>

/** The guide on the home page: its next step, or that all are done. */
export function guideCard({ language, to }: ShownHome, guide: Guide): Html {
  const say = guidePageTexts[language]
  const action = to('/dashboard/guide')
  const away = html`<form method="post" novalidate action="${action}">${actButton('away', say.away, 'quiet')}</form>`
  if (guide.next === null) return card(say.finished, html`<p>${say.finishedText}</p>${away}`)
  const { title, why } = stepTexts(language, guide.next)
  return card(
    say.title,
    html`
      ${guideProgress(guide, language)}
      <p><b>${say.next}: ${title}</b></p>
      <p>${why}</p>
      <div class="inline">
        ${stepForm(language, { step: guide.next, action, isMain: true })}
        ${away}
      </div>
      <p><a href="${action}">${say.all}</a></p>`,
  )
}

export function stepTexts(language: Language, step: GuideStep): GuideStepTexts {
  return guideTexts[language][step]
}

/** How many of the steps are done, as a bar and in words. */
export function guideProgress({ done, steps }: Guide, language: Language): Html {
  const text = guidePageTexts[language].progress(done, steps.length)
  return html`<p class="progress"><progress value="${done}" max="${steps.length}" aria-label="${text}"></progress>
    <small>${text}</small></p>`
}

/** The button that opens the form of a step, in its mode. */
export function stepForm(
  language: Language,
  { step, action, isMain }: { step: GuideStep; action: string; isMain: boolean },
): Html {
  return html`<form method="post" novalidate action="${action}">
    ${hidden('step', step)}${actButton('go', stepTexts(language, step).button, isMain ? 'main' : 'quiet')}
  </form>`
}
