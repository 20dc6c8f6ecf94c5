import { z } from 'zod'
import { findAuditGap } from '../../accounts/audit.ts'
import { listAudit } from '../../accounts/list-audit.ts'
import { html } from '../../lib/html.ts'
import { readAuditNames } from '../../people/read-audit-names.ts'
import { auditTable } from '../parts/audit-table.ts'
import { card } from '../parts/card.ts'
import { banner } from '../parts/forms.ts'
import { OptionalRowId } from '../parts/inputs.ts'
import { definePage } from '../parts/page.ts'
import { olderLink } from '../parts/pager.ts'
import { operatorTexts } from './operator-texts.ts'

const Input = z.object({ account: OptionalRowId, before: OptionalRowId })
const shownAtOnce = 50

/** The acts on the installation or on one account, and whether their chain is intact. */
export const operatorAuditPage = definePage({
  path: '/operator/audit',
  role: 'operator',
  input: Input,
  async load(app, _visit, { account = null, before }) {
    const entries = await listAudit(app, account, { beforeNumber: before })
    const broken = await app.slowly(() => findAuditGap(app, account))
    return { entries, names: await readAuditNames(app, entries), broken }
  },
  view({ app, language, loaded: { entries, names, broken }, input, to }) {
    const say = operatorTexts[language]
    const account = input.account === undefined ? undefined : String(input.account)
    const last = entries.length === shownAtOnce ? entries.at(-1) : undefined
    const next = last && to('/operator/audit', { account, before: String(last.number) })
    const table = auditTable(app, language, { entries, names, say, hasIds: true })
    return {
      title: say.audit,
      body: html`
        <h1>${say.audit}</h1>
        ${broken === null ? banner('done', say.auditHolds) : banner('stop', say.auditBroken(broken))}
        ${card(null, html`${table}${olderLink(next, say.older)}`)}`,
    }
  },
})
