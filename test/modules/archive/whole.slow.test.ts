import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { exportAccount } from '../../../src/modules/archive/export-account.ts'
import { importAccount } from '../../../src/modules/archive/import-account.ts'
import { everything } from '../../bot/everything.ts'
import { makeChildEnv } from '../../kit/child-env.ts'
import { formatDatabaseUrl } from '../../kit/connection.ts'
import { waitUntil } from '../../kit/shop-process.ts'
import { fillAccount, openInstallation } from './world.ts'

type Installation = Awaited<ReturnType<typeof openInstallation>>

const root = path.join(import.meta.dirname, '..', '..', '..')
const secret = 'a secret for tests, 32 characters and more'
const kills = Number(process.env.ARCHIVE_KILLS ?? 5)

let there: Installation
let here: Installation

beforeAll(async () => {
  there = await openInstallation()
  here = await openInstallation()
  await fillAccount(there)
})

afterAll(async () => {
  await here?.close()
  await there?.close()
})

/** Runs `npm run warung -- account import FILE --as NAME` on a separate database. */
function startImport(shop: Installation, file: string, name: string) {
  const settings = { DATABASE_URL: formatDatabaseUrl(shop.connection), DATA_DIR: shop.dataDir, SECRET_KEY: secret }
  const args = [path.join(root, 'src', 'warung.ts'), 'account', 'import', file, '--as', name]
  return spawn(process.execPath, args, { cwd: root, env: { ...makeChildEnv(), ...settings }, stdio: 'ignore' })
}

/** Waits until the server has noticed that a client is gone, and has rolled back its work. */
const settled = ({ app }: Installation) =>
  waitUntil(async () => {
    const [row] = await app.sql.query<{ busy: number }>(
      `select count(*) as busy from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    return row!.busy === 0
  }, 30_000)

// Runs the first step that all commands share.
const shopAlone = async (shop: Installation) => {
  const { schema_version: _, process: __, ...rest } = await everything(shop.app)
  return rest
}

// A busy machine needs its time for a process for each kill; no claim is about it.
const killsMsMax = 600_000

test(`an import that is killed at ${kills} moments leaves nothing, and is complete when it is repeated`, {
  timeout: killsMsMax,
}, async () => {
  const file = path.join(there.dataDir, 'killed.tar')
  await exportAccount(there.app, { accountId: there.demo.accountId, file })
  const trial = await openInstallation()
  const began = performance.now()
  const [code] = await once(startImport(trial, file, 'kopi'), 'exit')
  let tookMs = performance.now() - began
  const whole = rowsOf(await shopAlone(trial))
  await trial.close()
  expect(code).toBe(0)

  let before = await shopAlone(here)
  let killed = 0
  let late = 0
  while (killed < kills && late < kills) {
    const child = startImport(here, file, 'kopi')
    const ended = once(child, 'exit')
    await pause(tookMs * (0.3 + (0.6 * (killed + 1)) / kills))
    child.kill('SIGKILL')
    const [, signal] = await ended
    await settled(here)
    const left = await shopAlone(here)
    // The import was faster than the measured one, on a machine that was busier then, or it died after everything was
    // stored. The next kills come earlier.
    if (signal === null || left.account!.length > before.account!.length) {
      expect(rowsOf(left)).toEqual(whole)
      late++
      tookMs *= 0.7
      await here.close()
      here = await openInstallation()
      before = await shopAlone(here)
      continue
    }
    killed++
    expect(left).toEqual(before)
  }
  expect(killed).toBe(kills)
  const names = await here.app.sql.query<{ name: string }>(`select name from account where name = 'kopi'`)
  if (names.length === 0) await importAccount(here.app, { file, name: 'kopi' })
  expect((await findViolations({ ...here.app, sql: here.app.sql })).map(({ id }) => id)).toEqual([])
})

test('an export shows one moment of a running shop, whose books balance during writes', async () => {
  const other = await openInstallation()
  const { accountId } = there.demo
  let isOver = false
  let made = 0
  const work = async () => {
    while (!isOver) {
      const body = { amount: 10_000 + made, payment_method: 'wallet_direct' }
      const { data } = (await there.api('/create-payment', { body })).body
      await there.sandbox('/transfers', { invoice_id: data.invoice_id })
      await there.hurry()
      await there.work()
      made++
    }
  }
  const working = work()
  const files = ['first', 'second', 'third'].map(name => path.join(there.dataDir, `${name}.tar`))
  for (const file of files) {
    const before = made
    await waitUntil(() => made > before, 60_000)
    await exportAccount(there.app, { accountId, file })
  }
  isOver = true
  await working
  // The import compares the figures of the manifest with the imported rows.
  const { figures } = await importAccount(other.app, { file: files.at(-1)!, name: 'kopi' })
  const received = figures.find(({ name }) => name === 'received test')!
  const booked = figures.find(({ name }) => name === 'booked test sale')!
  expect(received).toMatchObject({ count: booked.count, sum: booked.sum })
  expect((await findViolations({ ...other.app, sql: other.app.sql })).map(({ id }) => id)).toEqual([])
  await other.close()
})

/** Counts the rows of each table, because ids differ between installations. */
function rowsOf(tables: Record<string, readonly unknown[]>): Record<string, number> {
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))
}
