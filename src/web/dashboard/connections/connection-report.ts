import type { FoundConnection } from '../../../connections/find-connection.ts'
import type { ConnectionReport } from '../../../doctor/find-connection-report.ts'
import { formatAccountName, listProvedFacts } from '../../../doctor/list-proved-facts.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { card } from '../../parts/card.ts'
import { factList } from '../../parts/facts.ts'
import { failureView } from '../../parts/failure-view.ts'
import { banner } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment } from '../../parts/moment.ts'

type Place = { app: App; language: Language }

/** Renders whether a connection works, and exactly what the provider's answer proves. */
export function reportView({ app, language }: Place, foundConnection: FoundConnection, report: ConnectionReport): Html {
  const say = wizardTexts[language]
  const { test, addressProblem } = report
  const warning = addressProblem && banner('warn', say.problems[addressProblem])
  if (test.works === null) {
    if (!app.connectors[foundConnection.connection.connector].traits.needsForwarder)
      return banner('warn', say.worksUnknown)
    const { reportedAt } = foundConnection
    return reportedAt
      ? banner('done', say.heard(formatMoment(app, language, reportedAt)))
      : banner('warn', say.neverHeard)
  }
  if (!test.works) return html`${banner('stop', html`${say.worksNot} ${failureView(test, language)}`)}${warning}`
  const isByKey = app.connectors[foundConnection.connection.connector].keyPage !== undefined
  if (!isByKey) return banner('done', say.works(formatAccountName(test.account)))
  const proved = listProvedFacts(language, { ...report, account: test.account })
  return html`${card(say.proved, factList(proved))}${warning}`
}
