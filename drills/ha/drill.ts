import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { isShort } from '../bench/length.ts'
import { type ChatCustomers, createChatLedger, startChatCustomers } from '../faults/chat-customers.ts'
import { startCluster } from './cluster.ts'
import { drills, type Scene } from './drills.ts'
import { findProblems } from './examine.ts'
import { findMissedLosses } from './find-missed-losses.ts'
import { countRequests, findLongestSilence, sendRequest, startLoad } from './load.ts'
import { openGround } from './machine.ts'
import { createMerchantLedger, startMerchant } from './merchant.ts'
import { findPrograms } from './programs.ts'
import { callbackUrl, openReceiver, shopUrl, startShop } from './shop.ts'
import type { Store } from './store.ts'
import { botApiUrl, openTelegram } from './telegram.ts'

/*
 * `npm run -w drills ha`, or with the names of drills. It runs three database nodes with etcd, Patroni and PostgreSQL,
 * HAProxy and two processes of each role, all from the files in deploy/; each machine is an address of this one. Under
 * load the primary is killed, frozen and resumed, lost with its machine, and switched; both api processes are
 * restarted. Meanwhile payments are created and paid, people buy in the chat, and a merchant's server withdraws and
 * reports its stock. Everything acknowledged must exist afterwards, exactly once.
 */
const beforeMs = 8_000
const afterMs = 12_000
const chatCustomers = 3
const paidMsMax = 90_000

const asked = process.argv.slice(2)
const names = asked.length > 0 ? asked : Object.keys(drills)
const unknown = asked.filter(name => !(name in drills))
if (unknown.length > 0) throw new Error(`The drills are ${Object.keys(drills).join(', ')}, not ${unknown.join(', ')}`)
const programs = findPrograms()
const ground = openGround(fs.mkdtempSync(path.join(os.tmpdir(), 'warung-ha-')))
const receiver = await openReceiver()
const telegram = await openTelegram(ground)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // The database of the Telegram simulator would stay alive.
    void Promise.all([ground.stop(), telegram.close()]).finally(() => process.exit(130))
  })
// The ledgers of all drills together: the results of one drill must still exist after the next.
const known = { chats: createChatLedger(), merchant: createMerchantLedger(), drills: 0 }
try {
  const cluster = await startCluster(ground, programs)
  const shop = await startShop(ground, telegram)
  say(`logs in ${ground.folder}; load of the machine ${os.loadavg()[0]!.toFixed(1)}`)
  for (const name of names) await perform(name, { cluster, shop })
} finally {
  receiver.close()
  await ground.stop()
  await telegram.close()
}
process.exit()

async function perform(name: string, { cluster, shop }: Pick<Scene, 'cluster' | 'shop'>): Promise<void> {
  const drill = drills[name]!
  await cluster.whole()
  const primary = (await cluster.primary())!
  const load = startLoad({ url: shopUrl, key: shop.store.testKey, callbackUrl, customers: 4, pauseMs: 40 })
  const customers = buyInChats(shop.store)
  const { counted: product, liveKey, testKey } = shop.store
  const merchant = startMerchant({ url: shopUrl, liveKey, testKey, product, ledger: known.merchant })
  await pause(beforeMs)
  const since = performance.now()
  const problems: string[] = []
  await drill.act({ cluster, shop, primary, load, ground, programs, problems })
  const tookMs = performance.now() - since
  await pause(afterMs)
  const { ledger } = load
  const silenceMs = findLongestSilence(ledger, since, performance.now())
  await Promise.all([load.stop(), customers.stop(), merchant.stop()])
  const repeatedMax = ++known.drills * chatCustomers
  const witnesses = { ledger, receiver, customers, repeatedMax, merchant: known.merchant, store: shop.store, telegram }
  problems.push(...(await findProblems(witnesses)))
  if (name === names.at(-1)) problems.push(...(await findMissedLosses(witnesses)))
  if (!isShort && silenceMs > drill.silenceMsMax) problems.push(`no creation was answered for ${seconds(silenceMs)}`)
  for (const deserter of shop.deserters()) problems.push(`${deserter} ended`)
  const failed = countRequests(ledger) - ledger.created.size - ledger.paid.size
  if (drill.failedMax !== undefined && failed > drill.failedMax) problems.push(`${failed} requests failed`)
  say(
    `${name}: took ${seconds(tookMs)}, longest silence ${seconds(silenceMs)}, load of the machine ${os.loadavg()[0]!.toFixed(1)}`,
  )
  say(
    `  ${ledger.created.size} creations and ${ledger.paid.size} settlements acknowledged ${JSON.stringify(ledger.answers)}`,
  )
  const { orders } = known.chats
  const { withdrawals, changes, repetitions } = known.merchant
  say(
    `  so far ${orders.length} orders in the chat, ${orders.filter(({ keys }) => keys).length} with their goods; ${withdrawals.size} withdrawals and ${changes} changes of stock, ${repetitions} asked again; ${receiver.told.size} callbacks`,
  )
  for (const problem of problems) say(`  WRONG: ${problem}`)
  if (problems.length === 0) say('  nothing lost, no process ended')
  else process.exitCode = 1
}

/** Lets people buy in the chat, and pays with the key of the shop until that is answered. */
function buyInChats({ bot, productId, testKey: key }: Store): ChatCustomers {
  const bringMoney = (invoice: string, once: string) =>
    waitUntil(
      async () => (await sendRequest({ url: shopUrl, key, once }, '/api/simulate-payment', { invoice })).status === 200,
      paidMsMax,
    )
  return startChatCustomers({ count: chatCustomers, botApiUrl, bot, productId, bringMoney, ledger: known.chats })
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
