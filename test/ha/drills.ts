import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../kit/shop-process.ts'
import { type Cluster, type DatabaseNode, serverPids } from './cluster.ts'
import { type Load, requestsOf } from './load.ts'
import type { Shop } from './shop.ts'

export interface Drill {
  /** Without an answered creation. */
  silenceMsMax: number
  act(scene: Scene): Promise<void>
  /** Requests that may fail; undefined where a fault explains them. */
  failedMax?: number
}

export interface Scene {
  cluster: Cluster
  shop: Shop
  primary: DatabaseNode
  load: Load
}

const thawMs = 5_000
const promotionMsMax = 90_000
const settledMsMax = 120_000

export const drills: Record<string, Drill> = {
  kill: {
    silenceMsMax: 25_000,
    async act({ cluster, primary }) {
      process.kill(serverPids(primary)[0]!, 'SIGKILL')
      await promotion(cluster, primary)
    },
  },
  freeze: {
    silenceMsMax: 25_000,
    async act({ cluster, primary }) {
      const frozen = serverPids(primary)
      signalAll(frozen, 'SIGSTOP')
      await promotion(cluster, primary)
      await pause(thawMs)
      signalAll(frozen, 'SIGCONT')
    },
  },
  machine: {
    silenceMsMax: 25_000,
    async act({ cluster, primary }) {
      signalAll([primary.patroni.pid, primary.etcd.pid, ...serverPids(primary)], 'SIGKILL')
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
  restart: {
    silenceMsMax: 4_000,
    failedMax: 0,
    async act({ shop, load }) {
      for (const name of ['api-1', 'api-2']) await shop.restart(name)
      await waitUntil(() => requestsOf(load.ledger) >= 1_000, settledMsMax)
    },
  },
}

async function promotion(cluster: Cluster, old: DatabaseNode): Promise<void> {
  await waitUntil(async () => {
    const primary = await cluster.primary()
    return primary !== undefined && primary !== old
  }, promotionMsMax)
}

function signalAll(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // A backend that ended meanwhile.
    }
  }
}
