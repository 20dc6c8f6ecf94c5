import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connectDatabase } from '../../src/database/open.ts'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import type { Database } from '../../src/lib/sql.ts'
import { makeChildEnv } from '../../test/kit/child-env.ts'
import { allEntities } from '../../test/kit/entities.ts'
import { auditChats, type ChatAudit, countUnfinishedChats } from './chat-audit.ts'
import { type ChatCustomers, fetchJson, startChatCustomers } from './chat-customers.ts'
import { type Fleet, type FleetMember, startFleet } from './fleet.ts'
import { createStopwatch, speedUpLeases, waitForReady } from './kill.ts'

export interface ChatKillOptions {
  /** The program of each process. */
  entry: string
  kills: number
}

export interface ChatKillReport extends ChatAudit {
  /** The number of kills that hit the intended work, by aim; the others hit another process. */
  aimed: Record<Aim, number>
  kills: number
  /** The findings of that audit after a key and a person's goods had been removed. */
  foundAfterLoss: string[]
  seconds: { start: number; kill: number; settle: number; audit: number }
  complaints: string[]
  deserters: string[]
}

type Aim = (typeof steps)[number] | 'deliver'

const roles = ['bot', 'bot', 'jobs', 'jobs']
const customersCount = 12
const unitsCount = 5_000
const settleMsMax = 120_000
const pickyMs = 500
const patienceMs = 900
const lookEveryMs = 6
const aimMsMax = 30

/** The steps at which a bot can be observed. */
const steps = ['confirm', 'pay', 'cancel', 'send goods', 'send code', 'send end'] as const
const stepsPerAim = 3
const deliverOneOf = 4
const bothOneOf = 10

const atSteps = `
  select l.holder, case split_part(i.payload->'callback_query'->>'data', ':', 1)
    when 'buy' then 'confirm' when 'pay' then 'pay' when 'drop' then 'cancel' end as step
  from chat_lease l join inbox i on i.bot_id = l.bot_id and i.person_id = l.person_id and i.state = 'received'
  where l.leased_until > now()
  union all
  select lease_holder, case kind
    when 'order.goods' then 'send goods' when 'order.code' then 'send code' when 'order.code_ended' then 'send end' end
  from notice where state = 'pending' and leased_until > now()`

/**
 * Lets people buy in the chat while bots and jobs are killed at the steps of an order. Then it waits until all is
 * settled, and audits.
 */
export async function killChats(options: ChatKillOptions): Promise<ChatKillReport> {
  const since = createStopwatch()
  await using scene = await openScene(options.entry)
  const { fleet, sql, customers } = scene
  const start = since()
  const stopHastening = speedUpLeases(sql, async () => {
    await sql.write("update charge set ask_at = now() where state = 'coded' and not is_closed and ask_at > now()")
  })
  const aimed = await killThem(options.kills, scene)
  const kill = since()
  await fleet.ready()
  await customers.stop()
  await settle(sql)
  await stopHastening()
  const settled = since()
  const found = await auditChats(sql, customers, options.kills)
  return {
    kills: options.kills,
    aimed,
    ...found,
    foundAfterLoss: await auditAfterLoss(scene, options.kills),
    seconds: { start, kill, settle: settled, audit: since() },
    complaints: customers.ledger.complaints,
    deserters: fleet.deserters,
  }
}

// An audit without findings must be able to find something.
async function auditAfterLoss({ sql, customers }: Scene, kills: number): Promise<string[]> {
  await sql.write(`update stock_unit set state = 'available', order_item_id = null
    where id = (select min(id) from stock_unit where state = 'sold')`)
  await sql.write(`delete from local_bot_api.message where by_bot and content::text like '%KEY-%' and person_id = (
    select c.telegram_user_id from store_order o join customer c on c.id = o.customer_id
    where o.status = 'completed' order by o.id desc limit 1)`)
  const { violations } = await auditChats(sql, customers, kills)
  return violations.map(({ id }) => id)
}

interface Scene extends AsyncDisposable {
  fleet: Fleet
  sql: Database
  customers: ChatCustomers
}

// The last thing that was opened is closed first.
async function openScene(entry: string): Promise<Scene> {
  await using opening = new AsyncDisposableStack()
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-chat-kill-'))
  opening.defer(() => fs.rmSync(dir, { recursive: true, force: true }))
  const database = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), maxConnections: 200 })
  opening.defer(() => database.stop())
  const { host, port, user, database: name } = database.connection
  const databaseUrl = `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
  const fleet = await startFleet({ entry, roles, databaseUrl, dir })
  opening.defer(() => fleet.stop())
  await fleet.ready()
  const open = await connectDatabase({ connectionString: databaseUrl }, { poolMax: 4, entities: allEntities })
  opening.defer(() => open.close())
  await sellKeys(dir, databaseUrl)
  const [product] = await open.sql.query<{ id: string }>(`select public_id as id from product where key = 'kunci'`)
  const demo = JSON.parse(fs.readFileSync(path.join(dir, 'demo.json'), 'utf8'))
  const customers = startChatCustomers({
    count: customersCount,
    botApiUrl: demo.bot_api_url,
    bringMoney: async (invoiceId, reference) =>
      void (await fetchJson(`${fleet.sandboxUrl}/transfers`, { invoice_id: invoiceId, reference })),
    bot: demo.bots.shop,
    productId: product!.id,
  })
  opening.defer(() => customers.stop())
  const opened = opening.move()
  return { fleet, sql: open.sql, customers, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

// Sells keys through the commands of a merchant, beside a running shop.
async function sellKeys(dir: string, databaseUrl: string): Promise<void> {
  const file = path.join(dir, 'catalog.yaml')
  const keys = Array.from({ length: unitsCount }, (_, at) => `KEY-${100_000 + at}`)
  const product = { key: 'kunci', kind: 'digital', name: 'Kunci', price: 25_000, stock: { serials: keys } }
  // JSON is valid YAML.
  fs.writeFileSync(file, JSON.stringify({ products: [product] }))
  const command = path.join(import.meta.dirname, '..', '..', 'src', 'warung.ts')
  const env = { ...makeChildEnv(), DATABASE_URL: databaseUrl, DATA_DIR: dir }
  await promisify(execFile)(
    process.execPath,
    [command, 'catalog', 'import', file, '--account', 'demo', '--mode', 'test'],
    { env },
  )
}

async function killThem(kills: number, { fleet, sql, customers }: Scene): Promise<Record<Aim, number>> {
  const aimed = Object.fromEntries([...steps, 'deliver'].map(aim => [aim, 0])) as Record<Aim, number>
  for (let kill = 1; kill <= kills; kill++) {
    const isBot = randomInt(deliverOneOf) > 0
    if (randomInt(bothOneOf) > 0) await allReady(fleet, isBot ? 'bot' : 'jobs')
    const seen = isBot ? await seeStep(sql, fleet, leastMet(aimed)) : await seeMoney(fleet, customers)
    if (seen) aimed[seen.aim]++
    const victim = seen?.member ?? (await waitForReady(fleet, isBot ? 'bot' : 'jobs'))
    victim.kill()
  }
  return aimed
}

// One survives: kills that are faster than this machine starts processes would leave a shop that makes no progress.
async function allReady(fleet: Fleet, role: string): Promise<void> {
  while (!fleet.members.every(member => member.role !== role || member.isReady())) await pause(5)
}

interface Seen {
  aim: Aim
  member: FleetMember
}

// A customer of a killed process repeats the step, so the first steps would get all the kills and no customer would get
// further.
function leastMet(aimed: Record<Aim, number>): Aim[] {
  return [...steps].sort((one, other) => aimed[one] - aimed[other]).slice(0, stepsPerAim)
}

/**
 * Returns a process that is at one of these steps, or at any after a while, some moments into it; undefined if none was
 * seen for long.
 */
async function seeStep(sql: Database, fleet: Fleet, wanted: Aim[]): Promise<Seen | undefined> {
  const began = Date.now()
  while (Date.now() < began + patienceMs) {
    const isPicky = Date.now() < began + pickyMs
    for (const { holder, step } of await sql.query<{ holder: string; step: (typeof steps)[number] | null }>(atSteps)) {
      if (!step || (isPicky && !wanted.includes(step))) continue
      const pid = Number(holder.split(' ')[1])
      const member = fleet.members.find(each => each.isReady() && each.pid() === pid)
      if (!member) continue
      await pause(randomInt(aimMsMax))
      if (member.pid() === pid) return { aim: step, member }
    }
    await pause(lookEveryMs)
  }
  return undefined
}

const settlingMsMax = 300

async function seeMoney(fleet: Fleet, customers: ChatCustomers): Promise<Seen | undefined> {
  const before = customers.transfers()
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    if (customers.transfers() > before) {
      await pause(randomInt(settlingMsMax))
      return { aim: 'deliver', member: await waitForReady(fleet, 'jobs') }
    }
    await pause(lookEveryMs)
  }
  return undefined
}

async function settle(sql: Database): Promise<void> {
  const deadline = Date.now() + settleMsMax
  while (Date.now() < deadline && (await countUnfinishedChats(sql)) > 0) await pause(200)
}
