import type pg from 'pg'
import type { Config } from '../config.ts'
import { backupsFolderPath, computeBackupBytes } from '../database/back-up-before-upgrade.ts'
import { type DumpProgram, findDumpProgram } from '../database/dump.ts'
import { readSchemaState } from '../database/migrate.ts'
import { SchemaMismatchError } from '../database/schema-mismatch.ts'
import { databaseSizeSql, workUnderWaySql } from '../database/schema-sql.ts'
import { judgeSchema, readOwnVersion, type SchemaState } from '../database/version.ts'
import { formatGigabytes, measureSpace } from '../lib/files.ts'
import type { Sql } from '../lib/sql.ts'
import { isOlder } from '../lib/version.ts'
import type { Finding } from './finding.ts'

export interface ExaminedUpgrade {
  findings: Finding[]
  /** Whether an upgrade is needed. */
  isDue: boolean
  /** The program that dumps a separate server; undefined if none was found. */
  program: DumpProgram | undefined
}

interface UpgradeNeeds {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>
  connection: pg.ClientConfig
  sql: Pick<Sql, 'query'>
}

/**
 * Reports the steps of an upgrade: the versions, the backup and its required space, the running work. It changes
 * nothing.
 */
export async function examineUpgrade(
  needs: UpgradeNeeds,
  { backupMade, own = readOwnVersion() }: { backupMade: boolean; own?: ReturnType<typeof readOwnVersion> },
): Promise<ExaminedUpgrade> {
  const looked = await readDatabase(needs)
  if (looked instanceof SchemaMismatchError) return { findings: [refused(looked)], isDue: false, program: undefined }
  const { found, pending, serverVersion } = looked
  const [version, judged] = judgeVersion(own, found, pending)
  const isDue = judged === 'migrate' && (pending.length > 0 || found?.version !== own.version)
  if (!isDue || !found) {
    const warnings = judged === 'migrate' && found ? warnOfOldProcesses(await readWork(needs)) : []
    return { findings: [version, ...warnings], isDue, program: undefined }
  }
  const program = needs.config.databaseUrl ? await findDumpProgram(serverVersion) : undefined
  const backup = backupMade ? [madeByOperator] : await judgeBackup(needs, program, serverVersion)
  const work = await readWork(needs)
  return { findings: [version, ...backup, describeWork(work), ...warnOfOldProcesses(work)], isDue, program }
}

async function readDatabase({ connection }: UpgradeNeeds) {
  try {
    return await readSchemaState(connection)
  } catch (error) {
    if (error instanceof SchemaMismatchError) return error
    throw error
  }
}

const refused = (mismatch: SchemaMismatchError): Finding => ({
  subject: 'version',
  state: 'wrong',
  sentence: mismatch.message,
})

function judgeVersion(
  own: ReturnType<typeof readOwnVersion>,
  stored: SchemaState | undefined,
  pending: string[],
): [Finding, ReturnType<typeof judgeSchema> | undefined] {
  try {
    const judged = judgeSchema(own, stored)
    return [
      { subject: 'version', state: 'well', sentence: describeVersions(own.version, stored, pending, judged) },
      judged,
    ]
  } catch (error) {
    if (error instanceof SchemaMismatchError) return [refused(error), undefined]
    throw error
  }
}

function describeVersions(own: string, stored: SchemaState | undefined, pending: string[], judged: string): string {
  if (!stored) return `there is nothing here yet; ${own} would begin it`
  if (judged === 'live beside') return `${stored.version} is here, and ${own} works on its schema as it stands`
  if (stored.version === own && pending.length === 0) return `${own} is here: there is nothing to do`
  const migrations = pending.length === 0 ? 'no migration' : pending.join(', ')
  const meanwhile = `processes of ${stored.version} go on meanwhile`
  return `${stored.version} is here, and ${own} comes, with ${migrations}; ${meanwhile}`
}

const madeByOperator: Finding = { subject: 'backup', state: 'well', sentence: 'you say that you have made one' }

async function judgeBackup(
  { config, sql }: UpgradeNeeds,
  program: DumpProgram | undefined,
  serverVersion: number,
): Promise<Finding[]> {
  const folder = backupsFolderPath(config)
  if (!config.databaseUrl) {
    const how = `the database is copied to ${folder} and read back from there, before anything is changed`
    return [{ subject: 'backup', state: 'well', sentence: how }, await judgeRoom(folder, computeBackupBytes(config))]
  }
  if (!program) {
    const major = Math.floor(serverVersion / 10_000)
    const programs = `the client programs of PostgreSQL ${major}`
    return [
      {
        subject: 'backup',
        state: 'wrong',
        sentence: `there is no pg_dump here for a server of version ${major}`,
        advice: `install ${programs}, or make a backup and say so: upgrade --backup-made`,
      },
    ]
  }
  const [size] = await sql.query<{ bytes: number }>(databaseSizeSql)
  const how = `${program.file} (version ${program.major}) dumps the database to ${folder}, and the dump is read through`
  return [{ subject: 'backup', state: 'well', sentence: how }, await judgeRoom(folder, Number(size!.bytes))]
}

async function judgeRoom(folder: string, neededBytes: number): Promise<Finding> {
  const { freeBytes } = await measureSpace(folder)
  const [needed, free] = [formatGigabytes(neededBytes), formatGigabytes(freeBytes)]
  const sentence = `the backup takes ${needed} GB at most, and ${free} GB are free`
  if (freeBytes >= neededBytes) return { subject: 'disk', state: 'well', sentence }
  return { subject: 'disk', state: 'wrong', sentence, advice: `make room at ${folder}` }
}

interface Work {
  payments: number
  transfers: number
  callbacks: number
  orders: number
  updates: number
  /** The number of live processes, by version. */
  processes: Record<string, number>
}

async function readWork({ sql }: UpgradeNeeds): Promise<Work> {
  const [work] = await sql.query<Work>(workUnderWaySql)
  return work!
}

function describeWork({ payments, transfers, callbacks, orders, updates, processes }: Work): Finding {
  return {
    subject: 'work',
    state: 'well',
    sentence:
      `${payments} payments are open, ${transfers} transfers unsettled, ${callbacks} callbacks owed, ${orders} ` +
      'orders open, ' +
      `${updates} updates of chats unanswered; ${describeProcesses(processes)} at work. All of it goes on`,
  }
}

function describeProcesses(processes: Work['processes']): string {
  const told = describeEach(processes)
  return told.length === 0 ? 'no process is' : `processes are (${told.join(', ')})`
}

function describeEach(processes: Work['processes']): string[] {
  return Object.entries(processes).map(([version, number]) => `${number} of version ${version}`)
}

const tellsEndpointsSince = '1.1.0'

// They record all events, but neither before nor after the upgrade do they plan deliveries, because they do not know
// webhooks.
function warnOfOldProcesses({ processes }: Work): Finding[] {
  const old = Object.entries(processes).filter(([version]) => isOlder(version, tellsEndpointsSince))
  if (old.length === 0) return []
  const named = describeEach(Object.fromEntries(old)).join(', ')
  return [
    {
      subject: 'endpoints',
      state: 'warning',
      sentence: `endpoints are told nothing of what older processes do: ${named}`,
      advice: 'replace them, then make endpoints; GET /events tells what became of payments and orders meanwhile',
    },
  ]
}
