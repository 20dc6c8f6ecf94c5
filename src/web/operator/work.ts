import { listSweeps } from '../../accounts/list-sweeps.ts'
import type { SweepRun } from '../../accounts/sweep-run.ts'
import { readBacklog, stuckAfterS, troubleNames, workNames } from '../../doctor/read-backlog.ts'
import { type Html, html } from '../../lib/html.ts'
import { type ChipLook, card, chip } from '../parts/card.ts'
import { formatWait } from '../parts/format-wait.ts'
import { formatMoment } from '../parts/moment.ts'
import { definePage } from '../parts/page.ts'
import { rowEntry, rowList } from '../parts/table.ts'
import { operatorTexts } from './operator-texts.ts'
import { formatSweepName } from './sweep-names.ts'
import { troublePages } from './waiting.ts'
import { type WorkTexts, workTexts } from './work-texts.ts'

/** The backlog of the jobs, and the work that needs a person. */
export const operatorWorkPage = definePage({
  path: '/operator/work',
  role: 'operator',
  load: async app => ({ ...(await readBacklog(app)), sweeps: await listSweeps(app) }),
  view({ app, language, loaded: { work, trouble, sweeps }, to }) {
    const say = workTexts[language]
    const rows = workNames
      .filter(name => work[name].count > 0)
      .map(name => {
        const { count, oldestS } = work[name]
        const age = say.oldest(formatWait(language, oldestS))
        return html`<li>${rowEntry(say.work[name], age)}${chip(oldestS > stuckAfterS ? 'bad' : 'good', count)}</li>`
      })
    const troubleRows = troubleNames
      .filter(name => trouble[name] > 0)
      .map(name => {
        const address = troublePages[name]
        const text = html`<b>${say.trouble[name]}</b>`
        const link = address ? html`<a href="${to(address)}">${text}</a>` : html`<span>${text}</span>`
        return html`<li>${link}${chip('wait', trouble[name])}</li>`
      })
    const sweepRows = sweeps.map(sweep =>
      sweepRow(sweep, formatSweepName(sweep.name, language), say, at => formatMoment(app, language, at)),
    )
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p>${say.intro}</p>
        ${card(say.jobs, rowList(rows, operatorTexts[language].allGood))}
        ${card(say.people, rowList(troubleRows, operatorTexts[language].allGood))}
        ${card(say.sweeps, rowList(sweepRows, say.noSweeps))}
        <p><a href="${to('/operator')}">${operatorTexts[language].health}</a></p>`,
    }
  },
})

function sweepRow(sweep: SweepRun, name: string, say: WorkTexts, format: (at: Date) => string): Html {
  const { everyMs, ranAt, tookMs, nextAt, error, failedAt } = sweep
  const [look, text] = describeState(sweep, say)
  const details = [
    say.every(everyMs / 1000),
    say.ran(format(ranAt), tookMs),
    nextAt && say.next(format(nextAt)),
    error && failedAt && say.lastError(format(failedAt), error),
  ]
  return html`<li>${rowEntry(name, details.filter(Boolean).join(' '))}${chip(look, text)}</li>`
}

function describeState({ ranAt, everyMs, failures }: SweepRun, say: WorkTexts): [look: ChipLook, text: string] {
  if (failures > 0) return ['bad', say.fails(failures)]
  const isLate = Date.now() - ranAt.getTime() > everyMs + stuckAfterS * 1000
  return isLate ? ['bad', say.isLate] : ['good', say.runsWell]
}
