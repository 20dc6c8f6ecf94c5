import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { TransferSource } from '../../src/money/settle-together.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { moneyFor, openPayments, type Wallet } from '../../test/money/many-wallets.ts'
import { openFreshApp } from './fresh-app.ts'
import { pickSize } from './length.ts'
import { openWaitingMoney } from './waiting-money.ts'

/*
 * `npm run -w drills bench:detecting`: 10,000 open payments on 50 wallets that are read as lists. Measures how often
 * each wallet is read as time passes, how fast money is matched, compared with settling the same money one transfer at
 * a time in the same run, and how fast the rest expires. One process; PostgreSQL with fsync and synchronous_commit on.
 */
const walletsCount = pickSize(10, 50)
const paymentsEach = pickSize(20, 200)
const fewEach = paymentsEach / 10
const manyEach = fewEach * 4
const few = walletsCount * fewEach
const many = walletsCount * manyEach
const all = walletsCount * paymentsEach
const watchedS = pickSize(5, 20)

await using fresh = await openFreshApp()
const { app, provider, wallets, waiting, read, settle } = await openWaitingMoney(fresh.app, walletsCount, paymentsEach)
const { intervalS } = provider.connectors.wallet!.window

print(
  'load average of the machine',
  os
    .loadavg()
    .map(load => load.toFixed(1))
    .join(' '),
)
await read()
provider.asked.length = 0
const counts = await watchRequests()
print(`requests to a wallet in ${watchedS / intervalS} intervals`, `${Math.min(...counts)} to ${Math.max(...counts)}`)

print('rows inserted, one commit each, 8 at once', await timed(2 * few, () => insertRows(2 * few)))
print('transfers settled one by one, 8 at once', await timed(few, settleSingly))
print(`${few} transfers matched as they are read`, await timed(few, () => settle(fewEach)))
print(`${many} transfers matched as they are read`, await timed(many, () => settle(manyEach)))

await openPayments(app, wallets, paymentsEach - waiting[0]!.own.length)
fresh.advance(7_200)
await read()
print(`${all} payments expired`, await timed(all, () => expirePayments(app)))

/** Counts the readings of each wallet while sweeps run every 250 ms, as caused by hints and several processes. */
async function watchRequests(): Promise<number[]> {
  const until = Date.now() + watchedS * 1000
  while (Date.now() < until) {
    await waitUntilFinished(readTransfers(app, walletsCount))
    await pause(250)
  }
  return wallets.map(({ number }) => provider.asked.filter(asked => asked === number).length)
}

async function insertRows(rows: number): Promise<void> {
  await app.sql.write('create table bench_row (id bigint generated always as identity primary key, text text not null)')
  await eightAtOnce(rows, () => app.sql.write("insert into bench_row (text) values ('a transfer')"))
}

/** Settles the money of some payments of each wallet, reported transfer by transfer. */
async function settleSingly(): Promise<void> {
  const told = waiting.flatMap(({ wallet, own }) => own.splice(0, fewEach).map(payment => ({ wallet, payment })))
  await eightAtOnce(told.length, async n => {
    const { wallet, payment } = told[n]!
    await settleTransfer(app, sourceOf(wallet), moneyFor(payment, app.now()))
  })
}

function sourceOf({ standing }: Wallet): TransferSource {
  const { id, receivingAccountId } = standing.connections.find(({ isOwn }) => isOwn)!
  const { window } = provider.connectors.wallet!
  return { connectionId: id, accountId: standing.accountId, receivingAccountId, window }
}

async function eightAtOnce(times: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  let turn = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (turn < times) await work(turn++)
    }),
  )
}

/**
 * Returns the rates per second, and per second of this process's processor time, which does not depend on the machine's
 * load.
 */
async function timed(pieces: number, work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpuS = (user + system) / 1_000_000
  const perSecond = (time: number) => `${(pieces / time).toFixed(0)} a second`
  return `${seconds.toFixed(2)} s, ${perSecond(seconds)}, ${perSecond(cpuS)} of processor time`
}

function print(name: string, figure: string): void {
  process.stdout.write(`${name.padEnd(48)}${figure}\n`)
}
