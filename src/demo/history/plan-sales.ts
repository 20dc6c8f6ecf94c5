import type { PastLine, PastOrder } from './demo-past.ts'

const minuteMs = 60_000

/** How a sale ended; `refunded` means that it was paid, cancelled and refunded. */
export type PastOutcome = 'completed' | 'shipped' | 'paid' | 'expired' | 'cancelled' | 'refunded'

export interface PastSale {
  at: Date
  /** The index of its customer. */
  buyer: number
  lines: PastLine[]
  end: PastOutcome
  stars?: number
  words?: string
}

const line = (key: string, quantity = 1): PastLine => ({ key, quantity })
const baskets: PastLine[][] = [
  [line('kopi-susu', 2)],
  [line('kopi-hitam'), line('roti-bakar')],
  [line('kopi-susu/besar'), line('roti-bakar', 2)],
  [line('biji-gayo')],
  [line('kopi-hitam', 3)],
  [line('kopi-susu'), line('kopi-susu/besar')],
  [line('kelas-seduh')],
  [line('roti-bakar'), line('kopi-susu', 3)],
  [line('biji-gayo/g500')],
]
/** The number of sales by day of the week, Sunday first; the weekend is busy. */
const salesOfDay = [4, 2, 2, 3, 2, 4, 5]
const verdicts: [stars: number, words?: string][] = [
  [5, 'Kopinya enak, masih dingin waktu sampai.'],
  [4],
  [5, 'Langganan! Roti bakarnya juara.'],
  [3, 'Enak, tapi agak lama.'],
  [5],
]

/** Returns four weeks of the demo shop's sales on its pages, and the orders that still need a person. */
export function planSales(days: readonly Date[], now: Date): PastSale[] {
  const sales: PastSale[] = []
  for (const [index, day] of days.entries()) {
    const noon = new Date(day.getTime() + 12 * 60 * minuteMs)
    const count = salesOfDay[noon.getDay()]!
    // Unpaid orders wait until the day after the next.
    const mayExpire = index < days.length - 2
    for (let turn = 0; turn < count; turn++) {
      const minutes = 8 * 60 + turn * 130 + ((index * 37 + turn * 11) % 90)
      sales.push(planSale(sales.length, new Date(day.getTime() + minutes * minuteMs), mayExpire))
    }
  }
  return [...sales, ...recentSales(now)]
}

function planSale(number: number, at: Date, mayExpire: boolean): PastSale {
  // The step widths of 3 and 4 combine every buyer with every basket in turn.
  const sale = { at, buyer: (number * 3) % buyers.length, lines: baskets[(number * 4) % baskets.length]! }
  if (number % 11 === 6 && mayExpire) return { ...sale, end: 'expired' }
  if (number % 17 === 9) return { ...sale, end: 'cancelled' }
  const [stars, words] = verdicts[number % verdicts.length]!
  return { ...sale, end: 'completed', ...(number % 3 === 0 ? { stars, ...(words ? { words } : {}) } : {}) }
}

function recentSales(now: Date): PastSale[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  return [
    { at: ago(9 * 1440 + 200), buyer: 4, lines: [line('tumbler')], end: 'refunded' },
    { at: ago(3 * 1440 + 45), buyer: 6, lines: [line('biji-gayo/g500')], end: 'refunded' },
    { at: ago(2 * 1440 + 100), buyer: 1, lines: [line('biji-gayo', 2)], end: 'shipped' },
    { at: ago(95), buyer: 2, lines: [line('biji-gayo'), line('tumbler')], end: 'paid' },
    { at: ago(12), buyer: 0, lines: [line('kopi-hitam'), line('roti-bakar')], end: 'paid' },
  ]
}

export const buyers = [
  { name: 'Rina Wulandari', phone: '081298764321', address: 'Jl. Cikini Raya 12, Menteng 10330' },
  { name: 'Budi Santoso', phone: '081311223344', address: 'Jl. Tebet Barat IV/7, Jakarta 12810' },
  { name: 'Sari Dewi', phone: '085712345678', address: 'Jl. Kemang Timur 21, Jakarta 12730' },
  { name: 'Agus Pratama', phone: '087811112222', address: 'Jl. Surabaya 5, Menteng 10310' },
  { name: 'Dewi Lestari', phone: '089655667788', address: 'Jl. Raden Saleh 40, Jakarta 10430' },
  { name: 'Yoga Saputra', phone: '082133445566', address: 'Jl. Guntur 18, Jakarta 12980' },
  { name: 'Made Ayu', phone: '081999887766', address: 'Jl. Teuku Umar 3, Menteng 10350' },
]

const paidAfterMs = 2 * minuteMs
const doneAfterMs = 35 * minuteMs
export const lifetimeMs = 30 * minuteMs

/** Returns the columns that record how an order ended. */
export function makeEndColumns({
  at,
  end,
}: Pick<PastSale, 'at' | 'end'>): Partial<PastOrder> & Pick<PastOrder, 'status'> {
  const after = (ms: number) => new Date(at.getTime() + ms)
  const paidAt = after(paidAfterMs)
  switch (end) {
    case 'completed':
      return { status: 'completed', paidAt, completedAt: after(doneAfterMs) }
    case 'shipped': {
      const receiveBy = after(9 * 1440 * minuteMs)
      const shipment = { courier: 'jne', trackingNumber: 'JX1234567890', shippedAt: after(doneAfterMs), receiveBy }
      return { status: 'processing', paidAt, ...shipment }
    }
    case 'paid':
      return { status: 'paid', paidAt }
    case 'expired':
      return { status: 'cancelled', cancelledBy: 'unpaid', cancelledAt: after(1440 * minuteMs + lifetimeMs) }
    case 'cancelled':
      return { status: 'cancelled', cancelledBy: 'customer', cancelledAt: after(paidAfterMs) }
    case 'refunded': {
      const ended = { cancelledBy: 'merchant' as const, cancelledAt: after(doneAfterMs), sellerNote: 'Stoknya habis' }
      return { status: 'cancelled', paidAt, ...ended }
    }
  }
}
