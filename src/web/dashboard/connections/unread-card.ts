import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { UnreadNotifications } from '../../../money/unread/list-unread.ts'
import type { UnreadRow } from '../../../money/unread/unread-row.ts'
import { card } from '../../parts/card.ts'
import type { Language } from '../../parts/language.ts'
import { unreadTexts } from './unread-texts.ts'

interface Look {
  language: Language
  formatTime(at: Date): string
  /** How many days they are stored. */
  days: number
  /** Returns the address of one; null for members who may not open any. */
  addressOf: ((unreadId: number) => string) | null
}

/** Renders the unreadable notifications of a phone, without their texts; empty without any. */
export function unreadCard({ rows, count, overLimit, withheld, otherApps }: UnreadNotifications, look: Look): Html {
  const { language, days } = look
  const say = unreadTexts[language]
  const chosen = html`<p>${say.text(days)}</p>
    ${overLimit > 0 && html`<p>${say.overLimit(overLimit)}</p>`}
    ${withheld > 0 && html`<p>${say.withheldCount(withheld)}</p>`}
    ${count > rows.length && html`<p>${say.newest(rows.length)}</p>`}
    <dl data-testid="unread" data-count="${count}">${rows.map(row => unreadEntry(row, look))}</dl>`
  const others = otherApps.map(({ packageName, count: times }) => {
    return html`<div><dt>${packageName || say.nameless}</dt><dd>${say.times(times)}</dd></div>`
  })
  return html`${count > 0 && card(say.counted(count), chosen)}
    ${others.length > 0 && card(say.others, html`<p>${say.othersText}</p><dl>${others}</dl>`)}`
}

function unreadEntry(row: UnreadRow, { language, formatTime, addressOf }: Look): Html {
  const say = unreadTexts[language]
  const { id, packageName, amount, reason, receivedAt } = row
  const link = addressOf && html`<br><a href="${addressOf(id)}">${say.open}</a>`
  const money = amount !== null && html`${formatRupiah(amount)} · `
  return html`<div>
    <dt>${formatTime(receivedAt)}</dt>
    <dd><b>${packageName || say.nameless}</b><br>${money}${say.reasons[reason]}${link}</dd>
  </div>`
}
