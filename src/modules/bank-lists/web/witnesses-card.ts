import type { Connection } from '../../../connections/connection.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { card } from '../../../web/parts/card.ts'
import type { Language } from '../../../web/parts/language.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { table } from '../../../web/parts/table.ts'
import { findWitnesses, type MoneyWitness } from '../find-witnesses.ts'
import type { ListOwner } from '../judge-list.ts'

const id = {
  title: 'Saksi rekening ini',
  lead: 'Siapa saja yang melaporkan uang masuk selama tujuh hari ini, dan apa yang terlewat oleh masing-masing.',
  name: 'Saksi',
  list: 'Daftar mutasi bank',
  lastWord: 'Laporan terakhir',
  lag: 'Telat',
  seconds: (count: number) => (count < 120 ? `${count} detik` : `${Math.round(count / 60)} menit`),
  seen: 'Dilihat',
  missed: 'Terlewat',
  alone: 'Dilihat sendirian',
}

const en: typeof id = {
  title: 'Witnesses of this account',
  lead: 'Those that reported incoming money in the last seven days, and what each of them missed.',
  name: 'Witness',
  list: "Bank's list",
  lastWord: 'Last word',
  lag: 'Lag',
  seconds: count => (count < 120 ? `${count} s` : `${Math.round(count / 60)} min`),
  seen: 'Saw',
  missed: 'Missed',
  alone: 'Only it saw',
}

const texts: Record<Language, typeof id> = { id, en }
const missedMax = 5

/** Renders the health of each source that reports a connection's money; null if there is not one. */
export async function witnessesCard(
  app: App,
  owner: ListOwner,
  connection: Connection,
): Promise<((language: Language) => Html) | null> {
  if (app.connectors[connection.connector].matches !== 'amount') return null
  const witnesses = await findWitnesses(app, owner, connection)
  if (witnesses.length === 0) return null
  return language => {
    const say = texts[language]
    const missed = ({ missed: all }: MoneyWitness) => {
      const links = all.slice(0, missedMax).map(transfer => {
        const address = makePath(app.config, `/dashboard/review/${transfer.id}`)
        return html` <a href="${address}">${formatRupiah(transfer.amount)}</a>`
      })
      return html`${all.length}${links}${all.length > missedMax && ' …'}`
    }
    const rows = table<MoneyWitness>(
      [
        {
          title: say.name,
          leads: true,
          cell: ({ packageName, device }) =>
            packageName === null
              ? say.list
              : html`${device ?? packageName}${device && html`<small>${packageName}</small>`}`,
        },
        { title: say.lastWord, cell: ({ lastWordAt }) => formatMoment(app, language, lastWordAt) },
        { title: say.lag, cell: ({ lagS }) => lagS !== null && say.seconds(lagS) },
        { title: say.seen, cell: ({ seen }) => `${seen}` },
        { title: say.missed, cell: missed },
        { title: say.alone, cell: ({ alone }) => `${alone}` },
      ],
      witnesses,
      // Six columns of figures mean nothing without their headings, which a card does not have.
      { name: say.title, isList: false },
    )
    return card(say.title, html`<p>${say.lead}</p>${rows}`)
  }
}
