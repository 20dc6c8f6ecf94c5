import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { backLink, card, linkButton } from '../../../web/parts/card.ts'
import { factList } from '../../../web/parts/facts.ts'
import { actButton, banner, largeForm } from '../../../web/parts/forms.ts'
import type { Language } from '../../../web/parts/language.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import type { View, ViewContext } from '../../../web/parts/page.ts'
import { table } from '../../../web/parts/table.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { listWarnings } from '../bank-list-words.ts'
import type { IdentifiedLine } from '../identify-lines.ts'
import type { JudgedList } from '../judge-list.ts'
import type { DayEntry, DaySum, ReconciledDay } from '../reconcile-day.ts'
import { bankListTexts } from '../texts/bank-list-texts.ts'

const shownMax = 100

/** Shows a list beside the reported money, before anything is settled; `uploadedField` contains the file. */
export function judgedListView(app: App, { language }: Visit, judged: JudgedList, uploadedField: Html): View {
  const say = bankListTexts[language]
  const here = makePath(app.config, '/dashboard/bank-lists')
  const { list, seen, doubtful, lines, fresh, missing } = judged
  const mayTake = list.broken.length === 0 && fresh.length > 0
  const withCents = fresh.filter(({ amount }) => amount === null).length
  const buttons = [mayTake && actButton('take', say.take), linkButton(here, say.cancel, 'quiet')]
  return {
    title: say.previewTitle,
    body: html`${backLink(here, say.title)}<h1>${say.previewTitle}</h1>
      ${readWarnings(language, judged)}
      ${card(
        null,
        factList([
          [say.period, `${list.period.first} – ${list.period.last}`],
          [say.incoming, `${lines.length}`],
          [say.seen, `${seen.size}`],
          [say.known, lines.length > fresh.length ? `${lines.length - fresh.length}` : null],
          [say.missing, `${missing.length - doubtful.size}`],
          [say.doubtful, doubtful.size > 0 ? `${doubtful.size}` : null],
          [say.states.odd, withCents > 0 ? `${withCents}` : null],
        ]),
      )}
      ${card(say.missing, missing.length === 0 ? html`<p>${say.nothing}</p>` : linesTable(language, missing))}
      ${judged.unlisted.size > 0 && card(null, unlistedList(app, language, [...judged.unlisted]))}
      ${largeForm('take', 'text', html`${uploadedField}<div class="choices">${buttons}</div>`)}`,
  }
}

function readWarnings(language: Language, { list }: JudgedList): Html[] {
  const say = bankListTexts[language]
  const said = (lines: number[]) => `${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ', …' : ''}`
  const all: (string | false)[] = [
    list.pending > 0 && say.pending(list.pending),
    list.odd.length > 0 && say.odd(said(list.odd.map(({ line }) => line))),
    !list.hasBalances && listWarnings[language].noBalances,
    list.accountNumber !== null && say.account(list.accountNumber),
  ]
  const stop = list.broken.length > 0 ? [banner('stop', listWarnings[language].broken(said(list.broken)))] : []
  return [...stop, ...all.flatMap(text => (text === false ? [] : [banner('warn', text)]))]
}

function linesTable(language: Language, lines: IdentifiedLine[]): Html {
  const say = bankListTexts[language]
  return table<IdentifiedLine>(
    [
      { title: say.when, place: 'when', cell: renderLineTime },
      { title: say.text, leads: true, place: 'lead', cell: ({ text }) => text },
      {
        title: say.amount,
        isMoney: true,
        place: 'side',
        cell: ({ amount }) => amount !== null && formatRupiah(amount),
      },
    ],
    lines.slice(0, shownMax),
    { name: say.missing },
  )
}

function unlistedList(app: App, language: Language, ids: number[]): Html {
  const say = bankListTexts[language]
  const links = ids.slice(0, shownMax).map(id => {
    const address = makePath(app.config, `/dashboard/review/${id}`)
    return html`<li><a href="${address}">${say.toMoney(id)}</a></li>`
  })
  return html`<p>${say.unlisted(ids.length)}</p><ul>${links}</ul><p class="muted">${say.unlistedNote}</p>`
}

/** Returns the period of a list, whose dates never break across lines. */
export function renderListPeriod({ firstDay, lastDay }: { firstDay: string; lastDay: string }): Html {
  return html`<span class="unbroken">${firstDay}</span> – <span class="unbroken">${lastDay}</span>`
}

/** Returns the day of a line with its time if the list has one; neither breaks across lines. */
export function renderLineTime({ day, time }: { day: string; time: string | null }): Html {
  return html`<span class="unbroken">${day}</span> ${time}`
}

/** Renders the money of one day: its sources, and what it paid. */
export function dayTable(
  { app, language, to }: Pick<ViewContext<Visit, object, object>, 'app' | 'language' | 'to'>,
  { entries, total, sums, hasList }: ReconciledDay,
): Html {
  const say = bankListTexts[language]
  const seenBy = ({ phones, isListed, isOnlyListed, transfer }: DayEntry) => {
    if (isOnlyListed) return say.onlyList
    const names = phones.map(({ packageName, device }) => [packageName, device].filter(Boolean).join(' · '))
    return [...(names.length > 0 ? names : [transfer.connection.label]), ...(isListed ? [say.list] : [])].join(', ')
  }
  const said = ({ count, amount }: DaySum) => `${count} · ${formatRupiah(amount)}`
  const all = factList([
    [say.incoming, said(sums.all)],
    [say.outcomes.settled, said(sums.paid)],
    [say.outcomes.review, said(sums.inReview)],
    [say.onlyList, hasList ? said(sums.onlyListed) : null],
    [say.notListed, hasList ? said(sums.unlisted) : null],
  ])
  const shown = table<DayEntry>(
    [
      { title: say.when, place: 'when', cell: ({ transfer }) => formatMoment(app, language, transfer.arrivedAt()) },
      { title: say.amount, isMoney: true, place: 'lead', cell: ({ transfer }) => formatRupiah(transfer.amount) },
      { title: say.seenBy, leads: true, place: 'note', cell: seenBy },
      { title: say.outcome, place: 'state', cell: ({ transfer }) => say.outcomes[transfer.state] },
      {
        title: say.payment,
        place: 'side',
        cell({ transfer }) {
          const invoiceId = transfer.ownInvoiceId()
          return invoiceId === undefined
            ? html`<a href="${to(`/dashboard/review/${transfer.id}`)}">${say.toMoney(transfer.id)}</a>`
            : html`<a href="${to(`/dashboard/payments/${invoiceId}`)}">${invoiceId}</a>`
        },
      },
    ],
    entries,
    { name: say.daysTitle },
  )
  const more = total > entries.length && html`<p class="muted">${say.more(total - entries.length)}</p>`
  return html`${all}${shown}${more}`
}
