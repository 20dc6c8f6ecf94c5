import { Connection, type StoredFailure } from '../connections/connection.ts'
import { Reading } from '../connections/reading.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { Hold } from '../payments/hold.ts'
import type { Payment } from '../payments/payment.ts'

/** One place where the money of a payment is looked for. */
export interface MoneySource {
  method: string
  connector: ConnectorId
  /** The merchant's own name for it; null for a connection of the operator. */
  label: string | null
  matchedBy: 'amount' | 'reference'
  /** The payment was paid by this method. */
  isPaidWay: boolean
  /**
   * `offered`: of several ways, one that the payer has not chosen. `preparing`: its code is being made. `closed`: not
   * looked at any more.
   */
  state: 'offered' | 'preparing' | 'failed' | 'open' | 'closed'
  /** Up to when money would have been seen. */
  checkedAt: Date | null
  /** When the provider made the code. */
  codedAt: Date | null
  /** Questions in a row that were not answered. */
  failures: number
  /**
   * The last answer of its provider, where it does not answer; null for a connection of the operator, whose matter it
   * is.
   */
  problem: StoredFailure | null
  /** Since when its provider refuses the credentials. */
  refusedSince: Date | null
}

type SourceNeeds = Needs<'em' | 'connectors' | 'now'>

/** Where money for a payment can land, and how far each place was read. */
export async function findSources(app: SourceNeeds, payment: Payment): Promise<MoneySource[]> {
  const em = app.em('installation')
  const [holds, charges] = [
    await em.find(Hold, { payment: payment.invoiceId }),
    await em.find(Charge, { payment: payment.invoiceId }, { orderBy: { id: 'asc' } }),
  ]
  const connections = await em.find(Connection, {
    $or: [
      { receivingAccount: holds.map(hold => hold.receivingAccount.id), account: payment.accountId, removedAt: null },
      { id: charges.map(charge => charge.connection.id) },
    ],
  })
  const readings = await em.find(Reading, { connection: { $in: connections } })
  const readingOf = new Map(readings.map(reading => [reading.connection.id, reading]))
  const held = holds.flatMap(hold =>
    connections
      .filter(({ receivingAccount }) => receivingAccount.id === hold.receivingAccount.id)
      .map(connection => heldSource(app, payment, { hold, connection, reading: readingOf.get(connection.id) })),
  )
  const charged = charges.map(charge => {
    const connection = connections.find(({ id }) => id === charge.connection.id)!
    return chargedSource(payment, charge, connection)
  })
  return [...held, ...charged]
}

interface HeldAt {
  hold: Hold
  connection: Connection
  reading: Reading | undefined
}

function heldSource(app: SourceNeeds, payment: Payment, { hold, connection, reading }: HeldAt): MoneySource {
  const window = { ...app.connectors[connection.connector].window, ...connection.windowOverrides }
  // A watermark says up to when everything is stored, which is the provider's lag before it was asked.
  const askedAt =
    reading && new Date(Math.min(reading.watermark.getTime() + (window.lagS ?? 0) * 1000, app.now().getTime()))
  return {
    ...sourceOf(payment, connection, hold.method),
    matchedBy: 'amount',
    state: hold.heldUntil > app.now() ? 'open' : 'closed',
    checkedAt: askedAt !== undefined && askedAt > payment.createdAt ? askedAt : null,
    codedAt: null,
    failures: reading?.failures ?? 0,
    problem: isOwn(payment, connection) ? (connection.failure() ?? reading?.failure() ?? null) : null,
  }
}

const chargeStates = { offered: 'offered', waiting: 'preparing', failed: 'failed', coded: 'open' } as const

function chargedSource(payment: Payment, charge: Charge, connection: Connection): MoneySource {
  return {
    ...sourceOf(payment, connection, charge.method),
    matchedBy: 'reference',
    state: charge.state === 'coded' && charge.isClosed ? 'closed' : chargeStates[charge.state],
    checkedAt: charge.answeredUntil,
    codedAt: charge.requestDate,
    failures: charge.failures,
    problem: isOwn(payment, connection) ? charge.failure() : null,
  }
}

function sourceOf(payment: Payment, connection: Connection, method: string) {
  return {
    method,
    isPaidWay: payment.status === 'paid' && payment.paidVia === method,
    connector: connection.connector,
    label: isOwn(payment, connection) ? connection.label : null,
    refusedSince: connection.failingSince,
  }
}

function isOwn(payment: Payment, connection: Connection): boolean {
  return connection.account.id === payment.accountId
}
