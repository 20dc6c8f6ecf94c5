import type { AuditEntry } from '../accounts/audit-entry.ts'
import { type Html, html } from '../lib/html.ts'
import type { App } from '../needs.ts'
import { commonTexts } from './common-texts.ts'
import type { Language } from './language.ts'

export interface AuditHeads {
  audit: string
  time: string
  who: string
  what: string
  from: string
}

/** Acts of an audit log, newest first. */
export function auditTable(
  app: Pick<App, 'calendar'>,
  language: Language,
  entries: readonly AuditEntry[],
  heads: AuditHeads,
): Html {
  if (entries.length === 0) return html`<p>${commonTexts[language].nothing}</p>`
  const rows = entries.map(
    ({ createdAt, actor, act, subject, detail, address }) =>
      html`<tr><td>${app.calendar.format(createdAt)}</td><td>${actor}</td><td><b>${act}</b> ${subject}${Object.keys(detail).length > 0 && html`<br><small>${JSON.stringify(detail)}</small>`}</td><td>${address}</td></tr>`,
  )
  return html`<div class="wide" tabindex="0" role="region" aria-label="${heads.audit}"><table><thead><tr><th>${heads.time}</th><th>${heads.who}</th><th>${heads.what}</th><th>${heads.from}</th></tr></thead><tbody>${rows}</tbody></table></div>`
}
