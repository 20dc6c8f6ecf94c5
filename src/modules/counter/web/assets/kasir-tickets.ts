// Tickets for the stations that prepare the goods, by category. The shop prints those of stations with a printer; this
// device prints the others, and those that a printer did not accept.

import type { KitchenLine } from '../../tables/bill-content.ts'
import { find, makeElement, onClick, requestShop, showProblem, t } from './kasir-parts.ts'
import { type CartLine, cart, counter, findGoods, formatBillLabel } from './kasir-state.ts'

interface Ticket {
  station: string
  /** The customer or table. */
  label: string
  note: string | null
  lines: KitchenLine[]
}

export const makeLineKey = ({ variant, choices }: Pick<CartLine, 'variant' | 'choices'>) =>
  [variant, ...choices].join(' ')

/** The units of a line for which the stations already had a ticket, with its open bill. */
export const countSentUnits = (line: CartLine) => Math.min(line.quantity, cart.bill?.sent[makeLineKey(line)] ?? 0)

/** Returns one ticket for each station without a printer that has new items to prepare. */
export function listFreshTickets(label: string): Ticket[] {
  const fresh = cart.lines.filter(line => line.quantity > countSentUnits(line))
  return counter.stations
    .filter(({ hasPrinter }) => !hasPrinter)
    .map(({ name, categories }) => ({
      station: name,
      label,
      note: cart.note || null,
      lines: fresh
        .filter(({ variant }) => categories.includes(findGoods(variant)?.category ?? ''))
        .map(line => ({
          quantity: line.quantity - countSentUnits(line),
          name: findGoods(line.variant)?.name ?? '',
          made: line.made,
        })),
    }))
    .filter(ticket => ticket.lines.length > 0)
}

/** Prints tickets on 58 mm paper, each on a separate page. */
export function printTickets(tickets: Ticket[]) {
  find('tickets').replaceChildren(
    ...tickets.map(({ station, label, note, lines }) => {
      const ticket = makeElement('article')
      ticket.append(makeElement('h2', station), makeElement('p', label))
      const list = makeElement('ul')
      for (const { quantity, name, made } of lines) {
        const row = makeElement('li', `${quantity} × ${name}`)
        if (made) row.append(makeElement('small', made))
        list.append(row)
      }
      ticket.append(list)
      if (note) ticket.append(makeElement('p', note))
      return ticket
    }),
  )
  document.body.classList.add('prints-tickets')
  addEventListener('afterprint', () => document.body.classList.remove('prints-tickets'), { once: true })
  print()
}

/** Shows which printers do not accept their tickets. */
export function drawStuckTickets() {
  const stations = [...new Set(counter.stuck.map(({ station }) => station))]
  find('stuck-text').textContent = t.stuckTickets.replace('%', stations.join(', '))
  find('stuck').hidden = stations.length === 0
}

/** Prints here the tickets that no printer has accepted in the meantime. */
async function takeTickets() {
  const answer = await requestShop('take-tickets', { tickets: counter.stuck.map(({ id }) => id) })
  if (!answer) return
  if (!answer.ok) return showProblem(answer.data.message)
  const taken = counter.stuck.filter(({ id }) => answer.data.tickets.includes(id))
  counter.stuck = []
  drawStuckTickets()
  const tickets = taken.map(({ station, title, tableNumber, note, lines }) => ({
    station,
    label: formatBillLabel({ name: title, tableNumber }),
    note,
    lines,
  }))
  if (tickets.length > 0) printTickets(tickets)
}

export function listenToTickets() {
  onClick('take-tickets', takeTickets)
}
