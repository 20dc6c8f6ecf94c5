import { z } from 'zod'
import type { AuditEntry } from '../../../accounts/audit-entry.ts'
import { listAudit } from '../../../accounts/list-audit.ts'
import { type Html, html } from '../../../lib/html.ts'
import { type ListedMember, listMembers } from '../../../people/list-members.ts'
import { readAuditNames } from '../../../people/read-audit-names.ts'
import { auditTable } from '../../parts/audit-table.ts'
import { formatSubject, listActNames, storedSubject } from '../../parts/audit-texts.ts'
import { card } from '../../parts/card.ts'
import { emptyState, field, selectField } from '../../parts/forms.ts'
import { OptionalRowId } from '../../parts/inputs.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { olderLink } from '../../parts/pager.ts'
import type { Visit } from '../../parts/visit.ts'
import { dateChips } from '../list-bar.ts'
import { readDayFilter } from '../payments/payment-filter.ts'
import { settingsTexts } from './settings-texts.ts'

// The form also sends its empty fields.
const Chosen = z.string().trim().max(100).optional()
const Input = z.object({
  before: OptionalRowId,
  act: Chosen,
  who: Chosen,
  about: Chosen,
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
})
type Input = z.infer<typeof Input>

interface Loaded {
  entries: AuditEntry[]
  names: ReadonlyMap<string, string>
  members: ListedMember[]
}

const shownAtOnce = 50

/** The audit log of the account, filtered by act, person, object and day. */
export const auditLogPage = definePage({
  path: '/dashboard/audit',
  role: 'settings',
  input: Input,
  async load(app, { account, language }, { before, act, who, about, from, to }): Promise<Loaded> {
    const members = await listMembers(app, account.id)
    const member = members.find(({ username }) => username === about?.toLowerCase())
    const subject = member ? `user ${member.userId}` : about && storedSubject(language, about)
    const entries = await listAudit(app, account.id, {
      beforeNumber: before,
      act: act || undefined,
      actor: who || undefined,
      subject: subject || undefined,
      from: readDayFilter(app, 'from', from || undefined),
      until: readDayFilter(app, 'to', to || undefined) && (app.calendar.endOfDay(to!) ?? undefined),
    })
    const named = await readAuditNames(app, entries)
    // The operator's own name is not shown to merchants.
    return { entries, names: new Map([...named].filter(([called]) => called.startsWith('user '))), members }
  },
  view(view: ViewContext<Visit, Input, Loaded>) {
    const { app, language, loaded, input, to } = view
    const { entries, names } = loaded
    const say = settingsTexts[language]
    const last = entries.length === shownAtOnce ? entries.at(-1) : undefined
    const next = last && to('/dashboard/audit', { ...readFilter(input), before: String(last.number) })
    const isFiltered = Object.values(readFilter(input)).some(Boolean)
    const addressOf = (subject: string) => to('/dashboard/audit', { about: subject })
    const isVain = entries.length === 0 && isFiltered
    return {
      title: say.audit,
      body: html`
        <h1>${say.audit}</h1>
        <p>${say.auditText}</p>
        ${card(
          null,
          html`
            ${filterForm(view)}
            ${isVain ? emptyState(say.auditNoMatch) : auditTable(app, language, { entries, names, say, addressOf })}
            ${olderLink(next, say.older)}`,
        )}`,
    }
  },
})

const readFilter = ({ act, who, about, from, to }: Input) => ({ act, who, about, from, to })

function filterForm({ app, language, loaded, input, to: link }: ViewContext<Visit, Input, Loaded>): Html {
  const say = settingsTexts[language]
  const { act, who, about, from, to } = input
  const days = dateChips(app, language, {
    from,
    to,
    address: chosen => link('/dashboard/audit', { act, who, about, ...chosen }),
  })
  const people = loaded.members.map(({ userId, username }): [string, string] => [`user ${userId}`, username])
  const others = ['command', 'rule late money'].map((name): [string, string] => [name, formatSubject(language, name)])
  const known = [...people, ...others]
  const acts = [['', say.auditAll], ...listActNames(app, language)] as [string, string][]
  // A person who has left the team, or an API key.
  if (who && !known.some(([actor]) => actor === who)) known.push([who, formatSubject(language, who)])
  return html`${days}
    <details class="choice"${(act || who || about || from || to) && html` open`}>
      <summary>${say.auditFilter}</summary>
      <form class="inline search" method="get" action="${link('/dashboard/audit')}">
        ${selectField({ name: 'act', label: say.what, value: act, options: acts })}
        ${selectField({ name: 'who', label: say.who, value: who, options: [['', say.auditEveryone], ...known] })}
        ${field({ name: 'about', label: say.auditAbout, hint: say.auditAboutHint, value: about, isOptional: true })}
        ${field({ name: 'from', label: say.auditFrom, type: 'date', value: from, isOptional: true })}
        ${field({ name: 'to', label: say.auditTo, type: 'date', value: to, isOptional: true })}
        <button class="button quiet">${say.auditShow}</button>
      </form>
    </details>`
}
