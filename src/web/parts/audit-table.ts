import type { AuditEntry } from '../../accounts/audit-entry.ts'
import { type Html, html } from '../../lib/html.ts'
import type { App } from '../../needs.ts'
import { formatAuditDetails } from './audit-details.ts'
import { findActName, formatSubject } from './audit-texts.ts'
import { commonTexts } from './common-texts.ts'
import type { Language } from './language.ts'
import { timeElement } from './moment.ts'
import { renderShortNumber } from './numbers.ts'
import { type ColumnDefinition, table } from './table.ts'

interface AuditShown {
  entries: readonly AuditEntry[]
  /** The names from `readAuditNames`. */
  names: ReadonlyMap<string, string>
  say: { audit: string; time: string; who: string; what: string; from: string }
  /** Whether the ids of acts are shown too, for searching logs and documents. */
  hasIds?: boolean
  /** Returns the address of the acts on the same object. */
  addressOf?: (subject: string) => string
}

/** Renders acts of an audit log, newest first. */
export function auditTable(
  app: Pick<App, 'calendar' | 'now' | 'slots'>,
  language: Language,
  { entries, names, say, hasIds = false, addressOf }: AuditShown,
): Html {
  if (entries.length === 0) return html`<p>${commonTexts[language].nothing}</p>`
  const called = (name: string) => names.get(name) ?? formatSubject(language, name)
  const columns: ColumnDefinition<AuditEntry>[] = [
    {
      title: say.what,
      leads: true,
      place: 'lead',
      cell({ act, subject, detail }) {
        const details = [hasIds && act, formatAuditDetails(language, detail)].filter(Boolean).join(' · ')
        const object = withShortId(called(subject))
        const linked = addressOf ? html`<a href="${addressOf(subject)}">${object}</a>` : object
        return html`<b>${findActName(app, language, act)}</b> ${linked}<small>${details}</small>`
      },
    },
    { title: say.who, place: 'side', cell: ({ actor }) => called(actor) },
    { title: say.from, place: 'last', cell: ({ address }) => address },
    { title: say.time, place: 'when', cell: ({ createdAt }) => timeElement(app, language, createdAt, 'exact') },
  ]
  return table(columns, entries, { name: say.audit })
}

/** Shortens a random id to its end, because the entire id does not fit on a phone. */
function withShortId(subject: string): Html {
  const [, words = subject, id] = /^(.* )([\w-]{22})$/.exec(subject) ?? []
  return html`${words}${id && renderShortNumber(id)}`
}
