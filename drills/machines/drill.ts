import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort, waitUntil } from '../../test/kit/shop-process.ts'
import { type Machine, nodes, npms, openMachine } from './machine.ts'

/*
 * `npm run -w drills machines`, or with pairs: `-- 20/10` is Node 20 with npm 10. It runs a newcomer's first commands
 * in a clone, under each common Node and npm.
 */
const readyMs = 180_000
const stoppedMs = 10_000

const everyPair = Object.keys(nodes).flatMap(node => Object.keys(npms).map(npm => `${node}/${npm}`))
const asked = process.argv.slice(2)
const unknown = asked.filter(pair => !everyPair.includes(pair))
if (unknown.length > 0) throw new Error(`The pairs are ${everyPair.join(', ')}, not ${unknown.join(', ')}`)
if (process.platform !== 'linux') throw new Error('This drill installs the Nodes of Linux')

for (const pair of asked.length > 0 ? asked : everyPair) {
  const since = performance.now()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-machine-'))
  try {
    await tryPair(pair, folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  process.stdout.write(`Node ${pair.replace('/', ' with npm ')}: ${Math.round((performance.now() - since) / 1000)} s\n`)
}

async function tryPair(pair: string, folder: string): Promise<void> {
  const [node, npm] = pair.split('/') as [string, string]
  const machine = openMachine(node, npm, folder)
  const written = await machine.npm(['ci'])
  if (/EBADENGINE/.test(written)) throw new Error(`npm ci warns of engines:\n${written}`)
  await tryStart(machine, npm)
  // The pictures need sharp's binary, and the tests need the tools' binaries.
  await machine.npm(['test', '--', 'test/pictures/payment-picture.slow.test.ts', 'test/run.test.ts'])
  // Every script of the checks runs on the same Node, which this one shows; CI judges their results.
  await machine.npm(['run', 'check:format'])
}

async function tryStart(machine: Machine, npm: string): Promise<void> {
  const settings = {
    PORT: String(await findFreePort()),
    DATA_DIR: path.join(machine.folder, 'data'),
    LOG_LEVEL: 'error',
  }
  const shop = machine.start(['start'], settings)
  const written: string[] = []
  for (const stream of [shop.stdout!, shop.stderr!]) stream.on('data', chunk => written.push(String(chunk)))
  try {
    await waitUntil(async () => {
      if (shop.exitCode !== null) throw new Error(`the shop ended with ${shop.exitCode}`)
      return (await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)).ok
    }, readyMs)
    mustRunUnder(path.join(machine.folder, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node'))
    const keys = await machine.npm(['run', 'warung', '--', 'key', 'list', '--account', 'demo'], settings)
    if (!keys.includes('never used')) throw new Error(`key list names no key of the demo:\n${keys}`)
    await stop(shop, npm)
  } catch (error) {
    signalGroup(shop, 'SIGKILL')
    throw new Error(`npm start: ${(error as Error).message}\n${written.join('')}`)
  }
}

function mustRunUnder(brought: string): void {
  const running = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name) && programOf(name) === brought)
  if (running.length === 0) throw new Error(`no process runs under ${brought}`)
}

function programOf(pid: string): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return undefined
  }
}

// npm 9 does not pass on SIGTERM; systemd and containers signal the whole group.
async function stop(shop: ChildProcess, npm: string): Promise<void> {
  const ended = shop.exitCode === null ? once(shop, 'exit') : undefined
  if (npm === '9') signalGroup(shop, 'SIGTERM')
  else shop.kill('SIGTERM')
  await waitUntil(() => !signalGroup(shop, 0), stoppedMs)
  await ended
}

/** Sends a signal to the group; returns whether a process was left to receive it. */
function signalGroup(shop: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-shop.pid!, signal)
  } catch {
    return false
  }
}
