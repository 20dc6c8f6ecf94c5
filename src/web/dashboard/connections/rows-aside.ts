import { type Html, html } from '../../../lib/html.ts'
import type { SetAsideRow } from '../../../money/set-aside-row.ts'
import { actButton } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: (count: number) => `Baris yang tidak dimengerti: ${count}`,
  text:
    'Penyedia mengirim baris yang isinya tidak sesuai. Baris ini mungkin uang masuk, jadi pembayaran yang cocok tidak ' +
    'kedaluwarsa sebelum baris ini diperiksa. Cek mutasi di rekening; kalau uangnya ada, terima lewat pembayarannya ' +
    'atau hubungi penyedianya.',
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

/** What the provider told that nobody understands, as it came; nothing where there is none. */
export function rowsAsideView(
  language: Language,
  { rows, count }: RowsAside,
  { formatTime, mayDismiss }: { formatTime: (at: Date) => string; mayDismiss: boolean },
): Html | false {
  const say = texts[language]
  const one = (row: SetAsideRow) => html`<div><dt>${say.since(formatTime(row.seenAt))}</dt>
<dd><small lang="en">${row.problem}</small><br><code>${row.content}</code>${mayDismiss && html`<form method="post"><input type="hidden" name="row" value="${row.id}">${actButton('dismiss', say.done, 'quiet')}</form>`}</dd></div>`
  return (
    count > 0 &&
    html`<section class="card"><h2>${say.title(count)}</h2><p>${say.text}</p><dl>${rows.map(one)}</dl></section>`
  )
}
