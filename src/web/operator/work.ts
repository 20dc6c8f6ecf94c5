import { listSweeps } from '../../accounts/list-sweeps.ts'
import type { SweepRun } from '../../accounts/sweep-run.ts'
import { type Html, html } from '../../lib/html.ts'
import { page } from '../parts/page.ts'
import { readBacklog, troubleNames, workNames } from './backlog.ts'
import { operatorTexts } from './operator-texts.ts'
import { type WorkTexts, workTexts } from './work-texts.ts'

/** What waits for the jobs, and what waits for a person. */
export const operatorWorkPage = page({
  path: '/operator/work',
  role: 'operator',
  load: async app => ({ ...(await readBacklog(app)), sweeps: await listSweeps(app) }),
  view({ app, language, loaded: { work, trouble, sweeps }, to }) {
    const say = workTexts[language]
    const pages: Partial<Record<(typeof troubleNames)[number], string>> = {
      connections_failing: '/operator',
      withdrawals_open: '/operator/withdrawals',
      callbacks_dead: '/operator/dead',
      notices_dead: '/operator/dead',
      updates_dead: '/operator/dead',
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
        const address = pages[name]
        return html`<li>${address ? html`<a href="${to(address)}"><b>${say.trouble[name]}</b></a>` : html`<span><b>${say.trouble[name]}</b></span>`}${count}</li>`
      })}</ul></section>
<section class="card"><h2>${say.sweeps}</h2>${sweeps.length === 0 ? html`<p>${say.noSweeps}</p>` : html`<ul class="rows">${sweeps.map(sweep => sweepRow(sweep, say, app.calendar.format))}</ul>`}</section>
<p><a href="${to('/operator')}">${operatorTexts[language].health}</a></p>`,
    }
  },
})

function sweepRow(sweep: SweepRun, say: WorkTexts, format: (at: Date) => string): Html {
  const { name, everyMs, ranAt, tookMs, nextAt, error, failedAt } = sweep
  const [state, told] = stateOf(sweep, say)
  return html`<li><span><b>${name}</b><small>${say.every(everyMs / 1000)} ${say.ran(format(ranAt), tookMs)}${nextAt && html` ${say.next(format(nextAt))}`}${error && failedAt && html` ${say.lastError(format(failedAt), error)}`}</small></span><span class="status ${state}">${told}</span></li>`
}

function stateOf({ ranAt, everyMs, failures }: SweepRun, say: WorkTexts): ['good' | 'bad', string] {
  if (failures > 0) return ['bad', say.fails(failures)]
  const isLate = Date.now() - ranAt.getTime() > everyMs + lateS * 1000
  return isLate ? ['bad', say.isLate] : ['good', say.runsWell]
}

/** Work that waits longer than this is not being done. */
const lateS = 60
