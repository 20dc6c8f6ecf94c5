import { generateToken, hashToken } from '../../lib/ids.ts'
import { makeChatlessColumns } from '../../orders/customers/chatless.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { hashPassword, makePassword } from '../../people/password.ts'
import type { Slots } from '../../slots.ts'
import { Cashier } from './cashier.ts'
import { CounterSale } from './counter-sale.ts'
import { Device } from './device.ts'
import { Shift } from './shift.ts'

type DemoPast = Parameters<Slots['demoPast']>[0]

const minuteMs = 60_000
const openingCash = 200_000
const trays = [
  [{ key: 'kopi-hitam', quantity: 1 }],
  [{ key: 'kopi-susu', quantity: 2 }],
  [
    { key: 'roti-bakar', quantity: 1 },
    { key: 'kopi-hitam', quantity: 2 },
  ],
  [{ key: 'kopi-susu/besar', quantity: 1 }],
  [{ key: 'roti-bakar', quantity: 2 }],
]

/**
 * Adds a closed shift with cash sales to each day of the demo's history, made on a phone that has since been revoked.
 */
export async function addDemoShifts(past: DemoPast): Promise<void> {
  const { tx, accountId, mode, days, now } = past
  const since = days[0]!
  const common = { account: accountId, mode, createdAt: since }
  // Her PIN is unknown; the owner sets a new one.
  const pinHash = await hashPassword(makePassword())
  const cashier = tx.em.create(Cashier, { account: accountId, name: 'Sari', pinHash, createdAt: since })
  const customer = tx.em.create(Customer, { ...makeChatlessColumns(since), account: accountId, name: 'HP kasir lama' })
  const device = tx.em.create(Device, {
    ...common,
    kind: 'kasir',
    name: 'HP kasir lama',
    codeHash: null,
    codeUntil: null,
    tokenHash: hashToken(generateToken()),
    cashier: null,
    customer,
    createdBy: 'demo',
    pairedAt: since,
    seenAt: days.at(-1)!,
    revokedAt: now,
  })
  for (const [index, day] of days.entries()) addShift(past, { day, index, cashier, device, customer })
}

interface DemoDay {
  day: Date
  index: number
  cashier: Cashier
  device: Device
  customer: Customer
}

function addShift(
  { tx, accountId, mode, addOrder }: DemoPast,
  { day, index, cashier, device, customer }: DemoDay,
): void {
  const at = (minutes: number) => new Date(day.getTime() + minutes * minuteMs)
  const common = { account: accountId, mode, device, cashier }
  const shift = tx.em.create(Shift, {
    ...common,
    openingCash,
    countedCash: 0,
    expectedCash: 0,
    note: null,
    openedAt: at(7 * 60),
    closedAt: at(20 * 60),
    closedBy: cashier,
  })
  let cash = openingCash
  for (let turn = 0; turn < 3 + (index % 3); turn++) {
    const soldAt = at(7 * 60 + 25 + turn * 125 + ((index * 13) % 60))
    const order = addOrder({
      at: soldAt,
      customer,
      customerName: `Kasir · ${cashier.name}`,
      lines: trays[(index * 2 + turn) % trays.length]!,
      door: 'counter',
      deliveryFee: 0,
      paidVia: 'cash',
      status: 'completed',
      paidAt: soldAt,
      completedAt: soldAt,
    })
    cash += order.total
    const cashGiven = Math.ceil(order.total / 50_000) * 50_000
    const money = { method: 'cash' as const, total: order.total, cashGiven }
    const notReturned = { refundedAt: null, refundedBy: null, refundShift: null }
    tx.em.create(CounterSale, { ...common, ...money, ...notReturned, order, shift, createdAt: soldAt })
  }
  // One evening some coins are missing, as happens in reality.
  const isShort = index % 10 === 4
  shift.expectedCash = cash
  shift.countedCash = isShort ? cash - 2_000 : cash
  shift.note = isShort ? 'Kurang Rp 2.000, salah kembalian' : null
}
