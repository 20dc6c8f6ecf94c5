import { Connection, type StoredFailure } from '../connections/connection.ts'
import { Reading } from '../connections/reading.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { Hold } from '../payments/hold.ts'
import type { Payment } from '../payments/payment.ts'

/** A source in which a payment's money is looked for. */
export interface MoneySource {
  method: string
  connector: ConnectorId
  /** The merchant's own name for it; null for a connection of the operator. */
  label: string | null
  matchedBy: 'amount' | 'reference'
  /** Whether the payment was paid by this method. */
  isPaidWay: boolean
  /**
   * `offered`: an alternative that the payer has not chosen. `preparing`: its code is being created. `closed`: it has
   * stopped being watched.
   */
  state: 'offered' | 'preparing' | 'failed' | 'open' | 'closed'
  /** Money that arrived before this time would have been seen. */
  checkedAt: Date | null
  /** The phone that reports its money, and when it last did; null if a provider is polled instead. */
  phone: { reportedAt: Date | null } | null
  /** The phones that report its money, by name, most recent first; empty if a provider is polled. */
  witnesses: SourceWitness[]
  /** When the provider created the code. */
  codedAt: Date | null
  /** The number of consecutive requests without an answer. */
  failures: number
  /**
   * The last failure of a provider that does not answer; null for a connection of the operator, who has to handle it.
   */
  problem: StoredFailure | null
  /** Since when its provider has refused the credentials. */
  refusedSince: Date | null
}

/** A phone that reports money, by its own name or its model. */
export interface SourceWitness {
  name: string
  lastWordAt: Date
}

/** The payment whose money is looked for. */
export type SoughtPayment = Pick<Payment, 'invoiceId' | 'accountId' | 'status' | 'paidVia' | 'createdAt'>

type SourceNeeds = Needs<'em' | 'connectors' | 'now'>

/** Returns the phone that reports money for a payment but has not since it was created; null if none. */
export function findSilence(sources: MoneySource[]): MoneySource['phone'] {
  return sources.find(({ phone, checkedAt, isPaidWay }) => phone && checkedAt === null && !isPaidWay)?.phone ?? null
}

/** Returns the sources of a payment's money, and how far each was read. */
export async function findSources(app: SourceNeeds, payment: SoughtPayment): Promise<MoneySource[]> {
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

function heldSource(app: SourceNeeds, payment: SoughtPayment, { hold, connection, reading }: HeldAt): MoneySource {
  const { traits } = app.connectors[connection.connector]
  const askedAt = readUntil(app, connection, reading)
  return {
    ...toSource(payment, connection, hold.method),
    matchedBy: 'amount',
    state: hold.heldUntil > app.now() ? 'open' : 'closed',
    checkedAt: askedAt !== null && askedAt > payment.createdAt ? askedAt : null,
    phone: traits.needsForwarder ? { reportedAt: reading?.reportedAt ?? null } : null,
    witnesses: reading && isOwn(payment, connection) ? listWitnesses(reading) : [],
    codedAt: null,
    failures: reading?.failures ?? 0,
    problem: isOwn(payment, connection) ? (connection.failure() ?? reading?.failure() ?? null) : null,
  }
}

function listWitnesses({ devices, phone, reportedAt }: Reading): SourceWitness[] {
  const named = Object.entries(devices).map(([name, at]) => ({ name, lastWordAt: new Date(at) }))
  const model = phone?.report?.model ?? phone?.pairedModel
  const paired = named.length === 0 && model && reportedAt ? [{ name: model, lastWordAt: reportedAt }] : []
  return [...named, ...paired].toSorted((one, other) => +other.lastWordAt - +one.lastWordAt)
}

/** Returns a time: a connection's money that arrived before it would have been seen. Null if it was never read. */
function readUntil(app: SourceNeeds, connection: Connection, reading: Reading | undefined): Date | null {
  if (!reading) return null
  const { traits, window: usual } = app.connectors[connection.connector]
  const window = { ...usual, ...connection.windowOverrides }
  // Without heartbeats, the watermark of a phone moves by the clock: nothing was read.
  if (traits.needsForwarder) return window.heartbeatS === undefined ? reading.reportedAt : reading.beatAt(window.lagS)
  // Everything before a watermark is stored; it is set to the time of the request minus the provider's lag.
  return new Date(Math.min(reading.watermark.getTime() + (window.lagS ?? 0) * 1000, app.now().getTime()))
}

const chargeStates = { offered: 'offered', waiting: 'preparing', failed: 'failed', coded: 'open' } as const

function chargedSource(payment: SoughtPayment, charge: Charge, connection: Connection): MoneySource {
  return {
    ...toSource(payment, connection, charge.method),
    matchedBy: 'reference',
    state: charge.state === 'coded' && charge.isClosed ? 'closed' : chargeStates[charge.state],
    checkedAt: charge.answeredUntil,
    phone: null,
    witnesses: [],
    codedAt: charge.requestDate,
    failures: charge.failures,
    problem: isOwn(payment, connection) ? charge.failure() : null,
  }
}

function toSource(payment: SoughtPayment, connection: Connection, method: string) {
  return {
    method,
    isPaidWay: payment.status === 'paid' && payment.paidVia === method,
    connector: connection.connector,
    label: isOwn(payment, connection) ? connection.label : null,
    refusedSince: connection.failingSince,
  }
}

function isOwn(payment: SoughtPayment, connection: Connection): boolean {
  return connection.account.id === payment.accountId
}
