import { setTimeout as pause } from 'node:timers/promises'
import { raw } from '@mikro-orm/core'
import { Connection } from '../connections/connection.ts'
import { Reading } from '../connections/reading.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { Hold } from '../payments/hold.ts'
import { Payment } from '../payments/payment.ts'
import { type Explanation, explainPayment } from './explain-payment.ts'
import { findSources, type MoneySource } from './find-sources.ts'

type LookNeeds = Needs<'sql' | 'em' | 'slowly' | 'freshly' | 'now' | 'connectors' | 'wake' | 'seal' | 'log'>

const restS = 5
const lookEveryMs = 400
const patienceMsMax = 4_000

/**
 * Looks for money immediately, for "Saya sudah bayar": the next check of its providers is moved forward, and awaited
 * for a few seconds. The usual leases and budgets apply, so pressing repeatedly causes no extra requests. Returns what
 * was found. Refuses `not_found`.
 */
export async function searchForMoney(
  app: LookNeeds,
  invoiceId: string,
  { patienceMs = patienceMsMax }: { patienceMs?: number } = {},
): Promise<Explanation> {
  const em = app.em('installation')
  const payment = await em.findOneOrFail(Payment, { invoiceId })
  const scope = { accountId: payment.account.id, mode: payment.mode }
  const startedAt = app.now()
  if (payment.status === 'pending') {
    await bringForward(app, payment, startedAt)
    await waitForLook(app, payment, { startedAt, patienceMs })
  }
  return explainPayment(app, scope, invoiceId)
}

async function bringForward(app: LookNeeds, { invoiceId, account }: Payment, startedAt: Date): Promise<void> {
  const em = app.em('installation')
  const rested = new Date(startedAt.getTime() - restS * 1000)
  const asked = await em.nativeUpdate(
    Charge,
    {
      payment: invoiceId,
      state: 'coded',
      isClosed: false,
      leaseToken: null,
      $or: [{ answeredUntil: null }, { answeredUntil: { $lt: rested } }],
    },
    { askAt: raw<Date>('least(ask_at, now())'), watchedUntil: raw<Date>("now() + interval '30 seconds'") },
  )
  if (asked > 0) app.wake.notify('asks')
  const holds = await em.find(Hold, { payment: invoiceId })
  const connections = await em.find(Connection, {
    receivingAccount: holds.map(hold => hold.receivingAccount.id),
    account: account.id,
    removedAt: null,
  })
  let read = 0
  for (const { id, connector, windowOverrides } of connections) {
    const lagS = windowOverrides.lagS ?? app.connectors[connector].window.lagS
    // A provider that does not answer keeps its pauses.
    const due = {
      connection: id,
      failures: 0,
      leaseToken: null,
      watermark: { $lt: new Date(rested.getTime() - lagS * 1000) },
    }
    read += await em.nativeUpdate(Reading, due, { dueAt: raw<Date>('least(due_at, now())') })
  }
  if (read > 0) app.wake.notify('reads')
}

async function waitForLook(
  app: LookNeeds,
  { invoiceId }: Payment,
  { startedAt, patienceMs }: { startedAt: Date; patienceMs: number },
): Promise<void> {
  const endsAt = performance.now() + patienceMs
  while (performance.now() < endsAt) {
    await pause(lookEveryMs)
    const payment = await app.em('installation').findOneOrFail(Payment, { invoiceId })
    if (payment.status !== 'pending') return
    const sources = await findSources(app, payment)
    if (sources.every(source => !canBeAsked(app, source) || isLookedAt(source, startedAt))) return
  }
}

// A source that pushes is never polled, nor is a closed one.
function canBeAsked({ connectors }: LookNeeds, { connector, state }: MoneySource): boolean {
  const { transfers, status } = connectors[connector]
  return state === 'open' && (transfers !== undefined || status !== undefined)
}

function isLookedAt({ checkedAt, failures }: MoneySource, startedAt: Date): boolean {
  return failures > 0 || (checkedAt !== null && checkedAt.getTime() >= startedAt.getTime() - restS * 1000)
}
