import { type Html, html } from '../../../lib/html.ts'
import type { SetAsideRow } from '../../../money/set-aside-row.ts'
import { card } from '../../parts/card.ts'
import { actButton, inlineForm } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: (count: number) => `Baris yang tidak dimengerti: ${count}`,
  text:
    'Penyedia mengirim baris yang isinya tidak sesuai. Baris ini mungkin uang masuk, jadi pembayaran yang cocok ' +
    'tidak kedaluwarsa sebelum baris ini diperiksa. Cek mutasi di rekening; kalau uangnya ada, terima lewat ' +
    'pembayarannya atau hubungi penyedianya.',
  since: (when: string) => `Terlihat ${when}`,
  done: 'Sudah saya periksa',
}

const en: typeof id = {
  title: count => `Rows that are not understood: ${count}`,
  text:
    'The provider sent rows that do not say what they should. They may be money, so a payment that fits does not ' +
    'expire before somebody has looked. Check the account itself; if the money is there, settle it with its payment ' +
    'or ask the provider.',
  since: when => `Seen ${when}`,
  done: 'I have looked at it',
}

const texts: Record<Language, typeof id> = { id, en }

interface RowsAside {
  rows: SetAsideRow[]
  count: number
}

/** Renders the unreadable rows of a provider, as they were received; empty without any. */
export function rowsAsideView(
  language: Language,
  { rows, count }: RowsAside,
  { formatTime, mayDismiss }: { formatTime: (at: Date) => string; mayDismiss: boolean },
): Html | false {
  const say = texts[language]
  const one = ({ id, seenAt, problem, content }: SetAsideRow) => {
    const dismiss = inlineForm({ row: id }, html`${actButton('dismiss', say.done, 'quiet')}`)
    return html`<div>
      <dt>${say.since(formatTime(seenAt))}</dt>
      <dd><small lang="en">${problem}</small><br><code>${content}</code>${mayDismiss && dismiss}</dd>
    </div>`
  }
  return count > 0 && card(say.title(count), html`<p>${say.text}</p><dl>${rows.map(one)}</dl>`)
}
