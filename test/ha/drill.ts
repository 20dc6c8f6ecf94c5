import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isShort } from '../bench/length.ts'
import { startCluster } from './cluster.ts'
import { drills, type Scene } from './drills.ts'
import { examine } from './examine.ts'
import { longestSilence, requestsOf, startLoad } from './load.ts'
import { openGround } from './machine.ts'
import { findPrograms } from './programs.ts'
import { callbackUrl, openReceiver, shopUrl, startShop } from './shop.ts'

/*
 * `npm run test:ha`, or with the names of drills. Three database nodes with etcd, Patroni and PostgreSQL, HAProxy and two processes of
 * each role, all from the files in deploy/, each machine an address of this one. Under load the primary is killed, frozen and
 * thawed, lost with its machine, and switched; both api processes are restarted. What was acknowledged must all be there.
 */
const beforeMs = 8_000
const afterMs = 12_000

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in drills))
if (unknown.length > 0) throw new Error(`The drills are ${Object.keys(drills).join(', ')}, not ${unknown.join(', ')}`)
const programs = findPrograms()
const ground = openGround(fs.mkdtempSync(path.join(os.tmpdir(), 'warung-ha-')))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void ground.stop().then(() => process.exit(130)))
const receiver = await openReceiver()
try {
  const cluster = await startCluster(ground, programs)
  const shop = await startShop(ground)
  say(`logs in ${ground.folder}; load of the machine ${os.loadavg()[0]!.toFixed(1)}`)
  for (const name of asked.length > 0 ? asked : Object.keys(drills)) await perform(name, { cluster, shop })
} finally {
  receiver.close()
  await ground.stop()
}
process.exit()

async function perform(name: string, { cluster, shop }: Pick<Scene, 'cluster' | 'shop'>): Promise<void> {
  const drill = drills[name]!
  await cluster.whole()
  const primary = (await cluster.primary())!
  const load = startLoad({ url: shopUrl, key: shop.key, callbackUrl, customers: 4, pauseMs: 40 })
  await pause(beforeMs)
  const since = performance.now()
  const problems: string[] = []
  await drill.act({ cluster, shop, primary, load, ground, programs, problems })
  const tookMs = performance.now() - since
  await pause(afterMs)
  const { ledger } = load
  const silenceMs = longestSilence(ledger, since, performance.now())
  await load.stop()
  problems.push(...(await examine(ledger, receiver)))
  if (!isShort && silenceMs > drill.silenceMsMax) problems.push(`no creation was answered for ${seconds(silenceMs)}`)
  for (const deserter of shop.deserters()) problems.push(`${deserter} ended`)
  const failed = requestsOf(ledger) - ledger.created.size - ledger.paid.size
  if (drill.failedMax !== undefined && failed > drill.failedMax) problems.push(`${failed} requests failed`)
  say(
    `${name}: took ${seconds(tookMs)}, longest silence ${seconds(silenceMs)}, load of the machine ${os.loadavg()[0]!.toFixed(1)}`,
  )
  say(
    `  ${ledger.created.size} creations and ${ledger.paid.size} settlements acknowledged ${JSON.stringify(ledger.answers)}`,
  )
  for (const problem of problems) say(`  WRONG: ${problem}`)
  if (problems.length === 0) say('  nothing lost, no process ended')
  else process.exitCode = 1
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
