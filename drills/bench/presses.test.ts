import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { type Machine, startMachine } from '../../packages/local-bot-api/test/machine.ts'
import { eventually } from '../../test/bot/chats.ts'
import { createTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { findFreePort } from '../../test/kit/shop-process.ts'
import { percentile } from './load.ts'
import type { PressedShop } from './pressed-server.ts'
import { makeScreenPress } from './pressed-shop.ts'
import { measureSessions } from './processor-time.ts'
import { type BenchServer, startServer } from './server-process.ts'

// The shop has its own process and database, as in production; the Telegram simulator and the customers are in this
// process. PROFILE=1 also shows where the shop's process spends its time.
const customers = Number(process.env.CUSTOMERS ?? 200)
const pressesEach = Number(process.env.PRESSES ?? 20)
const acknowledgedMsMax = 300
const program = `${import.meta.dirname}/pressed-server.ts`

let machine: Machine
let database: TestDatabase
let children: ChildProcess[]

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await machine.close()
  await database.drop()
})

describe(`${customers} simultaneous customers`, () => {
  test.each(['polling', 'webhook'] as const)(
    'presses are acknowledged within 300 ms, p99, by a newly started process, by %s',
    async updates => {
      children = []
      database = await createTestDatabase()
      machine = await startMachine()
      const bot = await machine.makeBot()
      const shop = { port: await findFreePort(), botApiUrl: machine.url, updates, token: bot.token }
      machine.allow(`http://127.0.0.1:${shop.port}`)
      await beginShop({ ...shop, isFirst: true })
      const people = await Promise.all(Array.from({ length: customers }, () => machine.startedPerson(bot)))
      await settle()
      const screens = await Promise.all(people.map(async person => (await machine.messages(bot, person)).at(-1)))
      await endShop()

      const server = await beginShop({ ...shop, isFirst: false })
      const before = await processorTime(server)
      const rounds: number[][] = Array.from({ length: pressesEach }, () => [])
      const press = async () => {
        await Promise.all(
          people.map(async (from, at) => {
            for (const [round, waits] of rounds.entries()) {
              const what = { bot: bot.username, from, message_id: screens[at].message_id, data: makeScreenPress(round) }
              waits.push((await machine.post('presses', what)).body.answered_after_ms ?? Number.POSITIVE_INFINITY)
            }
          }),
        )
        await settle()
      }
      const startedAt = performance.now()
      const parts = process.env.PROFILE === '1' ? await server.profile(press) : await press()
      const tookS = (performance.now() - startedAt) / 1000
      const after = await processorTime(server)

      const count = customers * pressesEach
      const [own, sessions] = [after.own - before.own, after.sessions - before.sessions].map(ms => ms / count)
      process.stdout.write(
        `${updates}: ${[rounds[0]!, rounds.flat()].map(told).join('; all ')} of ${count} presses; ` +
          `${(count / tookS).toFixed(0)} screens a second; CPU ms of a press: own ${own!.toFixed(2)}, ` +
          `PostgreSQL ${sessions!.toFixed(2)}; load ${os.loadavg()[0]!.toFixed(1)}\n`,
      )
      for (const { part, share } of parts ?? []) process.stdout.write(`  ${part} ${(share * 100).toFixed(0)} %\n`)
      const last = await Promise.all(people.map(async person => (await machine.messages(bot, person)).at(-1).text))
      expect(new Set(last)).toEqual(new Set([`Layar ${pressesEach}`]))
      expect(p99(rounds.flat())).toBeLessThan(acknowledgedMsMax)
    },
    300_000,
  )
})

async function beginShop(shop: PressedShop): Promise<BenchServer> {
  const server = await startServer(children, program, { ...database.connection, shop })
  const receiving = shop.updates === 'polling' ? 'polled_until > now()' : 'hooked_as is not null'
  await eventually(() => isSo(`select true from bot where ${receiving}`), 'the bot receives its updates')
  return server
}

async function endShop(): Promise<void> {
  const child = children.at(-1)!
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Waits until every update has arrived and been handled. */
async function settle(): Promise<void> {
  const [isBrought, isHandled] = [
    'select true where not exists (select 1 from local_bot_api.update_queue)',
    "select true where not exists (select 1 from inbox where state = 'received')",
  ]
  await eventually(
    async () => (await machine.database.sql.query(isBrought)).length > 0 && isSo(isHandled),
    'every update handled',
    120_000,
  )
}

async function isSo(statement: string): Promise<boolean> {
  return (await database.sql.query(statement)).length > 0
}

async function processorTime(server: BenchServer): Promise<{ own: number; sessions: number }> {
  await using sessions = await measureSessions(database.connection)
  return { own: await server.cpuMs(), sessions: await sessions.ms() }
}

function told(waits: number[]): string {
  const sorted = waits.toSorted((one, other) => one - other)
  return `p50 ${percentile(sorted, 0.5).toFixed(0)} ms, p99 ${p99(waits).toFixed(0)}, max ${sorted.at(-1)!.toFixed(0)}`
}

function p99(waits: number[]): number {
  return percentile(
    waits.toSorted((one, other) => one - other),
    0.99,
  )
}
