// Tickets for the stations that prepare the goods: each prints those of its categories.

import type { CounterState } from '../counter-answers.ts'
import { find, make } from './kasir-parts.ts'
import { goodsOf } from './kasir-state.ts'

export interface TicketLine {
  variant: string
  quantity: number
  made: string
}

interface Ticket {
  station: string
  lines: TicketLine[]
}

/** One ticket for each station that has something to prepare. */
export function ticketsOf(lines: TicketLine[], { stations }: Pick<CounterState, 'stations'>): Ticket[] {
  return stations
    .map(({ name, categories }) => ({
      station: name,
      lines: lines.filter(({ variant }) => categories.includes(goodsOf(variant)?.category ?? '')),
    }))
    .filter(ticket => ticket.lines.length > 0)
}

/** Prints tickets on paper of 58 mm, each on a page of its own; `label` says for whom. */
export function printTickets(tickets: Ticket[], label: string) {
  find('tickets').replaceChildren(
    ...tickets.map(({ station, lines }) => {
      const ticket = make('article')
      ticket.append(make('h2', station), make('p', label))
      const list = make('ul')
      for (const { variant, quantity, made } of lines) {
        const row = make('li', `${quantity} × ${goodsOf(variant)?.name ?? ''}`)
        if (made) row.append(make('small', made))
        list.append(row)
      }
      ticket.append(list)
      return ticket
    }),
  )
  document.body.classList.add('prints-tickets')
  addEventListener('afterprint', () => document.body.classList.remove('prints-tickets'), { once: true })
  print()
}
