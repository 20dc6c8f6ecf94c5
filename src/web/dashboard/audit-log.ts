import { z } from 'zod'
import { listAudit } from '../../accounts/list-audit.ts'
import { html } from '../../lib/html.ts'
import { namesInAudit } from '../../people/names-in-audit.ts'
import { auditTable } from '../parts/audit-table.ts'
import { card } from '../parts/card.ts'
import { OptionalRowId } from '../parts/inputs.ts'
import { page } from '../parts/page.ts'
import { olderLink } from '../parts/pager.ts'
import { settingsTexts } from './settings-texts.ts'

const Input = z.object({
  before: OptionalRowId,
})
const shownAtOnce = 50

/** The audit log of the account. */
export const auditLogPage = page({
  path: '/dashboard/audit',
  role: 'settings',
  input: Input,
  async load(app, { account }, { before }) {
    const entries = await listAudit(app, account.id, before)
    const named = await namesInAudit(app, entries)
    // The operator's own name is not for merchants.
    return { entries, names: new Map([...named].filter(([called]) => called.startsWith('user '))) }
  },
  view({ app, language, loaded: { entries, names }, to }) {
    const say = settingsTexts[language]
    const last = entries.length === shownAtOnce ? entries.at(-1) : undefined
    const next = last && to('/dashboard/audit', { before: String(last.number) })
    return {
      title: say.audit,
      body: html`
        <h1>${say.audit}</h1>
        <p>${say.auditText}</p>
        ${card(null, html`${auditTable(app, language, { entries, names, say })}${olderLink(next, say.older)}`)}`,
    }
  },
})
