import { toLocalTime } from '../../../lib/wall-clock.ts'
import { encodeEscPos, type PrintedPart } from '../escpos.ts'
import type { KitchenTicket } from './kitchen-ticket.ts'

const words = {
  id: { table: 'Meja', repeated: 'CETAK ULANG: mungkin sudah pernah tercetak', testMode: 'MODE UJI' },
  en: { table: 'Table', repeated: 'REPRINT: may have been printed before', testMode: 'TEST MODE' },
}

type Printed = Pick<KitchenTicket, 'mode' | 'title' | 'tableNumber' | 'note' | 'lines' | 'mayBePrinted' | 'createdAt'>

/** Returns the bytes of a ticket for a 58 mm printer. */
export function renderPrintedTicket(
  { name, language }: { name: string; language: keyof typeof words },
  ticket: Printed,
  timeZone: string,
): Buffer {
  const { mode, title, tableNumber, note, lines, mayBePrinted, createdAt } = ticket
  const say = words[language]
  const table = tableNumber !== null && `${say.table} ${tableNumber}`
  const parts: (PrintedPart | false)[] = [
    { text: name, isCentred: true, isBold: true },
    mayBePrinted && { text: say.repeated, isBold: true },
    mode === 'test' && { text: say.testMode, isBold: true },
    table !== false && { text: table, isBold: true, isLarge: true },
    table !== title && { text: title, isBold: true },
    { text: toLocalTime(timeZone, createdAt, language).time },
    'rule',
    ...lines.flatMap(({ quantity, name: goods, made }): PrintedPart[] => [
      { text: `${quantity} x ${goods}`, isBold: true, isLarge: true },
      ...(made ? [{ text: `  ${made}` }] : []),
    ]),
    note !== null && 'rule',
    note !== null && { text: note, isBold: true },
  ]
  return encodeEscPos(parts.filter(part => part !== false))
}
