import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { SightingView } from '../../../money/list-sightings.ts'
import { providerPackage, statementPackage } from '../../../money/sighting.ts'
import { splitSighting } from '../../../money/split-sighting.ts'
import { card } from '../../parts/card.ts'
import { actButton, inlineForm } from '../../parts/forms.ts'
import { RowId } from '../../parts/inputs.ts'
import type { Language } from '../../parts/language.ts'
import { timeElement } from '../../parts/moment.ts'
import type { PageAct, ViewContext } from '../../parts/page.ts'
import { type ColumnDefinition, rowLink, table } from '../../parts/table.ts'
import type { Visit } from '../../parts/visit.ts'

const id = {
  title: (count: number) => `Terlihat dua kali: ${count}`,
  text:
    'Uang ini dilaporkan dua kali, jadi dihitung satu kali. Cek mutasi: kalau uangnya memang masuk dua kali, ' +
    'pisahkan. Yang kedua lalu menunggu keputusanmu di atas.',
  money: 'Uang',
  how: 'Dilaporkan lagi oleh',
  rules: { pair: 'aplikasi atau HP kedua', key: 'notifikasi yang sama muncul lagi' },
  statement: 'Daftar mutasi',
  statementRule: 'tertulis juga di sana',
  providerRule: 'penyedia di koneksi lain',
  when: 'Waktu',
  split: 'Pisahkan',
}

const en: typeof id = {
  title: count => `Seen twice: ${count}`,
  text:
    'This money was reported twice, so it counts once. Check the account: if the money did come twice, split ' +
    'it. The second then waits for your decision above.',
  money: 'Money',
  how: 'Reported again by',
  rules: { pair: 'a second app or phone', key: 'the same notification, shown again' },
  statement: "Bank's list",
  statementRule: 'shows it as well',
  providerRule: 'the provider of another connection',
  when: 'When',
  split: 'Split',
}

const texts: Record<Language, typeof id> = { id, en }

interface Listed {
  sightings: SightingView[]
  total: number
}

/** Renders the second sightings of transfers, each with a button that splits it off; empty without any. */
export function sightingsCard(
  { app, language, to }: Pick<ViewContext<Visit, object, object>, 'app' | 'language' | 'to'>,
  { sightings, total }: Listed,
  maySplit: boolean,
): Html | false {
  const say = texts[language]
  const columns: ColumnDefinition<SightingView>[] = [
    {
      title: say.money,
      isMoney: true,
      leads: true,
      place: 'lead',
      cell: ({ amount, transfer }) =>
        rowLink(to(`/dashboard/review/${transfer.id}`), html`<b>${formatRupiah(amount)}</b>`),
    },
    {
      title: say.how,
      place: 'note',
      cell({ payerApp, packageName, rule, connectionLabel }) {
        if (packageName === statementPackage) return html`${say.statement}<small>${say.statementRule}</small>`
        if (packageName === providerPackage) return html`${connectionLabel}<small>${say.providerRule}</small>`
        return html`${payerApp ?? packageName}<small>${say.rules[rule]}</small>`
      },
    },
    {
      title: say.when,
      place: 'when',
      cell: ({ occurredAt, seenAt }) => timeElement(app, language, occurredAt ?? seenAt),
    },
    {
      title: '',
      place: 'last',
      cell: ({ id: sighting }) =>
        maySplit ? inlineForm({ sighting }, html`${actButton('split', say.split, 'quiet')}`) : null,
    },
  ]
  return total > 0 && card(say.title(total), html`<p>${say.text}</p>${table(columns, sightings)}`)
}

/**
 * Turns a second sighting into a separate transfer. It settles nothing, so it needs no password and no confirmation.
 */
export const splitAct: PageAct<Visit, object, { sighting: number }> = {
  role: 'money',
  fields: z.object({ sighting: RowId }),
  async run(app, { scope, session }, { sighting: sightingId }) {
    await splitSighting(app, scope, { sightingId, actor: `user ${session.userId}` })
    return { to: '/dashboard/review', done: 'saved' }
  },
}
