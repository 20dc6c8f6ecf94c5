import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { backupEnv, backupMachine, makeArchiveEnv, makeCertificates, makeReaderEnv } from './archive.ts'
import type { Ground, RunningProgram } from './machine.ts'
import { deployFolder, type Programs } from './programs.ts'

/** Every machine is an address of this one, so ports and files are those of `deploy/`. */
export const addresses = {
  proxy: '127.88.0.10',
  databases: ['127.88.0.11', '127.88.0.12', '127.88.0.13'],
  apis: ['127.88.0.21', '127.88.0.22'],
  jobs: ['127.88.0.31', '127.88.0.32'],
  bots: ['127.88.0.41', '127.88.0.42'],
  receiver: '127.88.0.51',
  telegram: '127.88.0.61',
}

const passwords = {
  postgres: 'superuser-of-the-drill',
  replicator: 'standby-of-the-drill',
  warung: 'shop-of-the-drill',
}
const startMsMax = 120_000
const askMsMax = 3_000

export const databaseUrl = `postgres://warung:${passwords.warung}@${addresses.proxy}:5432/warung`
export const replicaUrl = databaseUrl.replace(':5432', ':5433')

/** A machine with etcd, Patroni, PostgreSQL and pgBackRest, through which the backup reads it. */
export interface DatabaseNode {
  name: string
  address: string
  dataFolder: string
  etcd: RunningProgram
  patroni: RunningProgram
  reader: RunningProgram
}

export interface Cluster {
  nodes: DatabaseNode[]
  primary(): Promise<DatabaseNode | undefined>
  /** Waits until all three nodes follow one primary, and one of them is the synchronous standby. */
  whole(): Promise<void>
  startNode(node: DatabaseNode): void
  switchOver(from: DatabaseNode): Promise<void>
  /** Connects to the database of the shop as the superuser. */
  connect(node: DatabaseNode): Promise<pg.Client>
  /** Runs a program on the machine that stores the backups; returns its output. */
  runOnBackup(...command: string[]): Promise<string>
}

/** Starts three database nodes and HAProxy from the files in `deploy/`. */
export async function startCluster(ground: Ground, programs: Programs): Promise<Cluster> {
  await makeCertificates(ground, programs, addresses.databases)
  const starts = nodeStarts(ground, programs)
  const nodes: DatabaseNode[] = addresses.databases.map((address, index) => {
    const name = `database-${index + 1}`
    const place = { name, address, dataFolder: path.join(ground.folder, name) }
    return { ...place, etcd: starts.etcd(place), patroni: starts.patroni(place), reader: starts.reader(place) }
  })
  startProxy(ground, programs)
  const cluster: Cluster = {
    nodes,
    async primary() {
      const are = await Promise.all(nodes.map(node => answers(`http://${node.address}:8008/primary`)))
      return nodes[are.indexOf(true)]
    },
    whole: () => waitUntil(() => isWhole(nodes), startMsMax),
    startNode(node) {
      if (node.etcd.hasEnded()) node.etcd = starts.etcd(node)
      if (node.patroni.hasEnded()) node.patroni = starts.patroni(node)
      if (node.reader.hasEnded()) node.reader = starts.reader(node)
    },
    switchOver,
    async connect({ address: host }) {
      const client = new pg.Client({ host, user: 'postgres', password: passwords.postgres, database: 'warung' })
      await client.connect()
      return client
    },
    runOnBackup: (...command) =>
      ground.runOnServer(backupMachine, {
        name: backupMachine,
        command,
        env: {
          ...makeArchiveEnv(ground, programs, backupMachine),
          ...backupEnv(ground, nodes),
          // Prints where each file was read.
          PGBACKREST_LOG_LEVEL_CONSOLE: 'detail',
        },
      }),
  }
  await cluster.whole()
  return cluster
}

type Place = Pick<DatabaseNode, 'name' | 'address' | 'dataFolder'>

function nodeStarts(ground: Ground, programs: Programs) {
  const settings = readSettings(path.join(deployFolder, 'etcd.env'))
  return {
    etcd: (place: Place) =>
      ground.startServer(place.name, {
        name: `etcd-${place.name}`,
        command: [programs.etcd],
        env: { ...settings, ...etcdEnv(ground, place) },
      }),
    patroni: (place: Place) =>
      ground.startServer(place.name, {
        name: `patroni-${place.name}`,
        command: [programs.patroni, path.join(deployFolder, 'patroni.yml')],
        env: databaseEnv(ground, programs, place),
      }),
    reader: (place: Place) =>
      ground.startServer(place.name, {
        name: `reader-${place.name}`,
        command: [programs.pgbackrest, 'server'],
        env: {
          ...makeArchiveEnv(ground, programs, place.name),
          ...makeReaderEnv(ground, place.address, passwords.postgres),
        },
      }),
  }
}

function etcdEnv(ground: Ground, { name, address }: Place): Record<string, string> {
  const members = addresses.databases.map((peer, index) => `database-${index + 1}=http://${peer}:2380`)
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: path.join(ground.folder, `etcd-of-${name}`),
    ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
    ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
    ETCD_INITIAL_CLUSTER: members.join(','),
  }
}

function databaseEnv(ground: Ground, programs: Programs, { name, address, dataFolder }: Place): Record<string, string> {
  return {
    ...makeArchiveEnv(ground, programs, name),
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: addresses.databases.map(peer => `${peer}:2379`).join(','),
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: dataFolder,
    PATRONI_POSTGRESQL_BIN_DIR: programs.postgresFolder,
    PATRONI_POSTGRESQL_PGPASS: path.join(ground.folder, `pgpass-of-${name}`),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: passwords.postgres,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: passwords.replicator,
    WARUNG_DATABASE_PASSWORD: passwords.warung,
    PGBACKREST_PG1_PATH: dataFolder,
  }
}

function startProxy(ground: Ground, programs: Programs): void {
  const named = (name: string, list: string[]) => list.map((address, index) => [`${name}_${index + 1}`, address])
  ground.start({
    name: 'haproxy',
    command: [programs.haproxy, '-db', '-f', path.join(deployFolder, 'haproxy.cfg')],
    env: {
      PROXY_ADDRESS: addresses.proxy,
      ...Object.fromEntries([
        ...named('DATABASE', addresses.databases),
        ...named('API', addresses.apis),
        ...named('BOT', addresses.bots),
      ]),
      // The drill uses a single key.
      REQUESTS_PER_KEY_PER_S: '100000',
    },
  })
}

async function isWhole(nodes: DatabaseNode[]): Promise<boolean> {
  const answer = await fetch(`http://${nodes[0]!.address}:8008/cluster`, { signal: AbortSignal.timeout(askMsMax) })
  const { members } = (await answer.json()) as { members: { role: string; state: string }[] }
  const count = (role: string, state: string) =>
    members.filter(member => member.role === role && member.state === state).length
  const standbys = count('sync_standby', 'streaming') + count('replica', 'streaming')
  return count('leader', 'running') === 1 && standbys === nodes.length - 1 && count('sync_standby', 'streaming') === 1
}

async function switchOver(from: DatabaseNode): Promise<void> {
  const answer = await fetch(`http://${from.address}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: from.name }),
  })
  if (!answer.ok) throw new Error(`Patroni refused the switch: ${await answer.text()}`)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: 'OPTIONS', signal: AbortSignal.timeout(askMsMax) })).ok
  } catch {
    return false
  }
}

/** Returns the process ids of a node's server and its children. */
export function listServerPids(node: DatabaseNode): number[] {
  const postmaster = Number(fs.readFileSync(path.join(node.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  return [postmaster, ...children.trim().split(/\s+/).map(Number)]
}

function readSettings(file: string): Record<string, string> {
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(lines.filter(line => /^[A-Z]/.test(line)).map(line => line.split('=') as [string, string]))
}
