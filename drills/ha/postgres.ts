import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { parse } from 'yaml'
import { waitUntil } from '../../test/kit/shop-process.ts'
import type { Ground, RunningProgram } from './machine.ts'
import { deployFolder } from './programs.ts'

const startMsMax = 120_000

export interface PostgresOptions {
  /** The name of the machine; others cannot reach it. */
  machine: string
  folder: string
  env: Record<string, string>
  /** Settings in addition to those of `patroni.yml`. */
  settings?: Record<string, string>
}

/**
 * Starts PostgreSQL on a folder without Patroni, with the settings that Patroni would use; returns when it accepts
 * connections.
 */
export async function startPostgres(ground: Ground, order: PostgresOptions): Promise<RunningProgram> {
  const { machine, folder, env, settings = {} } = order
  const given = Object.entries({ ...shippedSettings(), ...settings, listen_addresses: '' })
  const command = ['postgres', '-D', folder, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const running = ground.startServer(machine, { name: path.basename(folder), command, env })
  await waitUntil(async () => {
    await (await connectTo(ground, machine, 'postgres')).end()
    return true
  }, startMsMax)
  return running
}

export async function waitForRecovery(client: pg.Client): Promise<void> {
  await waitUntil(async () => !(await queryRows(client, 'select pg_is_in_recovery() as answer')), startMsMax)
}

/** Connects to the server of a machine through its own socket. */
export async function connectTo(ground: Ground, machine: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host: path.join(ground.folder, `sockets-of-${machine}`), user: 'postgres', database })
  // A server that ends during a query reports that to the query as well.
  client.on('error', () => {})
  await client.connect()
  return client
}

export async function queryRows(client: pg.Client, query: string, values: unknown[] = []): Promise<unknown> {
  return (await client.query<{ answer: unknown }>(query, values)).rows[0]!.answer
}

function shippedSettings(): Record<string, string> {
  const { bootstrap, postgresql } = parse(fs.readFileSync(path.join(deployFolder, 'patroni.yml'), 'utf8'))
  return { ...bootstrap.dcs.postgresql.parameters, ...postgresql.parameters }
}
