import { type Backlog, stuckAfterS, type TroubleName, troubleNames, workNames } from '../../doctor/read-backlog.ts'
import { type Html, html } from '../../lib/html.ts'
import { card } from '../parts/card.ts'
import { formatWait } from '../parts/format-wait.ts'
import type { Language } from '../parts/language.ts'
import type { ViewContext } from '../parts/page.ts'
import { operatorHomeTexts } from './home-texts.ts'
import { workTexts } from './work-texts.ts'

/** The page on which a person handles each kind of waiting work. */
export const troublePages: Partial<Record<TroubleName, string>> = {
  connections_failing: '/operator#failing',
  withdrawals_open: '/operator/withdrawals',
  callbacks_dead: '/operator/dead',
  notices_dead: '/operator/dead',
  updates_dead: '/operator/dead',
}

/**
 * Renders the waiting work and its age, work for people before work for machines. Work that will be done automatically
 * in time is folded.
 */
export function waitingCard(
  { trouble, work }: Backlog,
  language: Language,
  to: ViewContext<object, object, object>['to'],
): Html {
  const say = operatorHomeTexts[language]
  const words = workTexts[language]
  const people = troubleNames
    .filter(name => trouble[name] > 0)
    .map(name => countLine(to(troublePages[name] ?? '/operator/work'), trouble[name], words.trouble[name]))
  const jobs = workNames.filter(name => work[name].count > 0)
  const machines = jobs.map(name => {
    const { count, oldestS } = work[name]
    return countLine(to('/operator/work'), count, `${words.work[name]}, ${say.since(formatWait(language, oldestS))}`)
  })
  const isLate = jobs.some(name => work[name].oldestS > stuckAfterS)
  return card(
    say.waits,
    html`${people.length > 0 && html`<ul class="attention">${people}</ul>`}
      ${
        machines.length > 0 &&
        html`<details${isLate && html` open`}><summary>${words.jobs} (${machines.length})</summary>
          <ul class="attention">${machines}</ul></details>`
      }
      ${people.length + machines.length === 0 && html`<p>${say.nothingWaits}</p>`}`,
  )
}

function countLine(address: string, count: number, text: string): Html {
  return html`<li><a href="${address}"><b class="count">${count}</b><span>${text}</span></a></li>`
}
