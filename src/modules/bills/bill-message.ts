import type { Calendar } from '../../lib/calendar.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { Bill } from './bill.ts'

interface Telling {
  language: 'id' | 'en'
  /** The shop's name, as its customers know it. */
  merchant: string
  /** The address of its page. */
  url: string
  calendar: Calendar
}

/**
 * Returns the text that a merchant sends with the link of a bill, by WhatsApp or otherwise. For a partly paid bill it
 * states the remaining amount, and for an overdue one the due day.
 */
export function writeBillMessage(bill: Bill, { language, merchant, url, calendar }: Telling): string {
  const say = texts[language]
  const lines = [
    say.hello(bill.customerName, merchant),
    bill.title,
    bill.kind === 'open'
      ? say.range(formatRupiah(bill.minAmount!), formatRupiah(bill.maxAmount!))
      : say.total(formatRupiah(bill.amount!)),
    bill.kind === 'once' && bill.collected > 0 && say.open(formatRupiah(bill.collected), formatRupiah(bill.due()!)),
    // The stored moment is the start of the following day.
    bill.dueAt && say.due(calendar.formatDay(new Date(bill.dueAt.getTime() - 1)), bill.status === 'overdue'),
    say.pay,
    url,
  ]
  return lines.filter(Boolean).join('\n')
}

interface MessageTexts {
  hello: (name: string | null, merchant: string) => string
  total: (amount: string) => string
  range: (min: string, max: string) => string
  open: (collected: string, due: string) => string
  due: (day: string, isOver: boolean) => string
  pay: string
}

const texts: Record<'id' | 'en', MessageTexts> = {
  id: {
    hello: (name, merchant) => `Halo${name ? ` ${name}` : ''}, ini tagihan dari ${merchant}.`,
    total: amount => `Total: ${amount}`,
    range: (min, max) => `Nominal: ${min} sampai ${max}`,
    open: (collected, due) => `Sudah dibayar ${collected}, sisanya ${due}.`,
    due: (day, isOver) => (isOver ? `Jatuh tempo ${day}, sudah lewat.` : `Jatuh tempo: ${day}`),
    pay: 'Bayar dengan QRIS lewat tautan ini:',
  },
  en: {
    hello: (name, merchant) => `Hello${name ? ` ${name}` : ''}, this is a bill from ${merchant}.`,
    total: amount => `Total: ${amount}`,
    range: (min, max) => `Amount: ${min} to ${max}`,
    open: (collected, due) => `${collected} is paid, ${due} is still open.`,
    due: (day, isOver) => (isOver ? `It was due on ${day}.` : `Due: ${day}`),
    pay: 'Pay with QRIS by this link:',
  },
}
