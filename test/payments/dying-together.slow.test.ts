import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { createTestShop } from '../kit/app.ts'
import type { DyingAt } from '../kit/dying.ts'
import { openWallets } from '../money/many-wallets.ts'
import type { ManyOrder } from './dying-together.ts'
import { wantedTogether } from './wanted-together.ts'

const count = 48
const rounds = process.env.WARUNG_CRASHES === undefined ? 1 : 20
const points: [DyingAt['when'], string][] = [
  ['before', 'was sent: none is made'],
  ['under way', 'was answered: all or none are made'],
  ['after', 'was told to anybody: all are made'],
]

// Each point is tested once with each method; twenty times before a release.
const cases = points.flatMap(([when, what]) =>
  ['wallet_direct', 'qris'].flatMap(method => Array.from({ length: rounds }, () => ({ when, what, method }))),
)

test.each(cases)(
  'a process that dies $when a statement of many $what creates each once when repeated: $method',
  async ({ when, method }) => {
    const shop = await createTestShop({ isAlone: true })
    try {
      const wallets = await openWallets(shop.app, 3)
      const standings = wallets.map(({ standing }) => standing)
      const order: ManyOrder = {
        when,
        connection: shop.connection,
        settings: { DATA_DIR: shop.app.config.dataDir },
        accounts: standings.map(({ accountId }) => accountId),
        method,
        count,
      }
      expect(await dies(order)).toBe('SIGKILL')
      // The database executes a statement whose process has died.
      await vi.waitFor(async () => expect(await sessionsUnderWay()).toBe(0), { timeout: 60_000, interval: 50 })
      const made = await countOf()
      if (when === 'before') expect(made).toBe(0)
      else expect([0, count]).toContain(made)
      if (when === 'after') expect(made).toBe(count)
      expect(await findViolations(shop.app)).toEqual([])

      const again = () =>
        Promise.all(
          wantedTogether(method, count).map((asked, at) => createPayment(shop.app, standings[at % 3]!, asked)),
        )
      const payments = await again()
      expect(new Set(payments.map(({ invoiceId }) => invoiceId)).size).toBe(count)
      expect((await again()).map(({ invoiceId }) => invoiceId)).toEqual(payments.map(({ invoiceId }) => invoiceId))
      expect(await countOf()).toBe(count)
      expect(await findViolations(shop.app)).toEqual([])

      async function countOf(): Promise<number> {
        const [row] = await shop.app.sql.query<{ n: number }>(
          'select count(*) as n from payment where account_id = any($1::bigint[])',
          [order.accounts],
        )
        return row!.n
      }

      async function sessionsUnderWay(): Promise<number> {
        const [row] = await shop.app.sql.query<{ n: number }>(
          `select count(*) as n from pg_stat_activity
         where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
        )
        return row!.n
      }
    } finally {
      await shop.close()
    }
  },
)

async function dies(order: ManyOrder): Promise<NodeJS.Signals | null> {
  const file = path.join(import.meta.dirname, 'dying-together.ts')
  const child = fork(file, [JSON.stringify(order)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [, signal] = await once(child, 'exit')
  return signal
}
