import { html } from '../../lib/html.ts'
import { readBacklog, troubleNames, workNames } from '../backlog.ts'
import { page } from '../page.ts'
import { operatorTexts } from './operator-texts.ts'
import { workTexts } from './work-texts.ts'

/** What the jobs have before them, and what waits for a person. */
export const operatorWorkPage = page({
  path: '/operator/work',
  role: 'operator',
  load: app => readBacklog(app),
  view({ language, loaded: { work, trouble }, to }) {
    const say = workTexts[language]
    const places: Partial<Record<(typeof troubleNames)[number], string>> = {
      connections_failing: '/operator',
      withdrawals_open: '/operator/withdrawals',
      callbacks_dead: '/operator/dead',
      notices_dead: '/operator/dead',
    }
    const rows = workNames.map(name => {
      const { count, oldestS } = work[name]
      const isLate = oldestS > lateS
      return html`<li><span><b>${say.work[name]}</b><small>${count > 0 ? say.oldest(oldestS) : say.none}</small></span><span class="status ${isLate ? 'bad' : 'good'}">${count}</span></li>`
    })
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1><p>${say.intro}</p><section class="card"><h2>${say.jobs}</h2><ul class="rows">${rows}</ul></section>
<section class="card"><h2>${say.people}</h2><ul class="rows">${troubleNames.map(name => {
        const count = html`<span class="status ${trouble[name] > 0 ? 'wait' : 'good'}">${trouble[name]}</span>`
        const place = places[name]
        return html`<li>${place ? html`<a href="${to(place)}"><b>${say.trouble[name]}</b></a>` : html`<span><b>${say.trouble[name]}</b></span>`}${count}</li>`
      })}</ul></section>
<p><a href="${to('/operator')}">${operatorTexts[language].health}</a></p>`,
    }
  },
})

/** Work that waits longer than this is not being done. */
const lateS = 60
