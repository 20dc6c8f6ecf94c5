import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { type Cluster, type DatabaseNode, listServerPids } from './cluster.ts'
import { countRequests, type Load } from './load.ts'
import type { Ground } from './machine.ts'
import type { Programs } from './programs.ts'
import { recordMoment, restoreMoment } from './restore-moment.ts'
import type { Shop } from './shop.ts'

export interface Drill {
  /** The longest permitted time without an answered creation. */
  silenceMsMax: number
  act(scene: Scene): Promise<void>
  /** The number of requests that may fail; undefined if a fault explains them. */
  failedMax?: number
}

export interface Scene {
  cluster: Cluster
  shop: Shop
  primary: DatabaseNode
  load: Load
  ground: Ground
  programs: Programs
  /** The list to which problems are added. */
  problems: string[]
}

const thawMs = 5_000
const promotionMsMax = 90_000
const settledMsMax = 120_000

export const drills: Record<string, Drill> = {
  kill: {
    silenceMsMax: 25_000,
    async act({ cluster, primary }) {
      process.kill(listServerPids(primary)[0]!, 'SIGKILL')
      await promotion(cluster, primary)
    },
  },
  freeze: {
    silenceMsMax: 25_000,
    async act({ cluster, primary }) {
      const frozen = listServerPids(primary)
      signalAll(frozen, 'SIGSTOP')
      await promotion(cluster, primary)
      await pause(thawMs)
      signalAll(frozen, 'SIGCONT')
    },
  },
  machine: {
    silenceMsMax: 25_000,
    async act({ cluster, primary }) {
      loseMachine(primary)
      await promotion(cluster, primary)
      await pause(thawMs)
      cluster.startNode(primary)
    },
  },
  switch: {
    silenceMsMax: 4_000,
    async act({ cluster, primary }) {
      await cluster.switchOver(primary)
      await promotion(cluster, primary)
    },
  },
  backup: {
    silenceMsMax: 25_000,
    async act({ cluster, primary, load, ground, programs, problems }) {
      const full = await cluster.runOnBackup('back-up.sh', 'full')
      loseMachine(primary)
      const promoted = await promotion(cluster, primary)
      const client = await cluster.connect(promoted)
      const moment = await recordMoment(client, load.ledger)
      await client.end()
      cluster.startNode(primary)
      await cluster.whole()
      const next = await cluster.runOnBackup('back-up.sh')
      problems.push(
        ...whatIsWrongWith('the backup', full, primary),
        ...whatIsWrongWith('the backup after the failover', next, promoted),
        ...(await restoreMoment(moment, { ground, programs })),
      )
    },
  },
  restart: {
    silenceMsMax: 4_000,
    failedMax: 0,
    async act({ shop, load }) {
      for (const name of ['api-1', 'api-2']) await shop.restart(name)
      await waitUntil(() => countRequests(load.ledger) >= 1_000, settledMsMax)
    },
  },
}

/** Waits until another node is the primary, and returns it. */
async function promotion(cluster: Cluster, old: DatabaseNode): Promise<DatabaseNode> {
  let primary: DatabaseNode | undefined
  await waitUntil(async () => {
    primary = await cluster.primary()
    return primary !== undefined && primary !== old
  }, promotionMsMax)
  return primary!
}

const unitBytes: Record<string, number> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }
const primarySharePercentMax = 1

/** Returns the problems of a backup, which reads a standby, and from the primary only what a standby lacks. */
function whatIsWrongWith(name: string, log: string, primary: DatabaseNode): string[] {
  const bytes = { primary: 0, standbys: 0 }
  for (const [, address, size, unit] of log.matchAll(
    /backup file ([^:\s]+):\S+ \((?:bundle \d+\/\d+, )?([\d.]+)([KMG]?B)/g,
  ))
    bytes[address === primary.address ? 'primary' : 'standbys'] += Number(size) * unitBytes[unit!]!
  if (bytes.standbys === 0) return [`${name} read no standby:\n${log}`]
  const percent = (bytes.primary / bytes.standbys) * 100
  return percent > primarySharePercentMax ? [`${name} read ${bytes.primary} bytes of the primary`] : []
}

function loseMachine(node: DatabaseNode): void {
  signalAll([node.patroni.pid, node.etcd.pid, node.reader.pid, ...listServerPids(node)], 'SIGKILL')
}

function signalAll(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The backend ended in the meantime.
    }
  }
}
