import PQueue from 'p-queue'
import { Connection } from '../connections/connection.ts'
import { type ConnectionLine, describeFailure, openLine } from '../connections/connection-call.ts'
import { Reading } from '../connections/reading.ts'
import { testConnection } from '../connections/test-connection.ts'
import { findUnbookedCharges, readHistory, selectPaidRows } from '../money/follow-history.ts'
import { listRowsAside } from '../money/list-rows-aside.ts'
import type { Needs } from '../needs.ts'
import { examinePhone } from './examine-phone.ts'
import { type CodeMaking, findCodeMaking } from './find-code-making.ts'
import type { Finding } from './finding.ts'

type ConnectionNeeds = Needs<'config' | 'sql' | 'em' | 'now' | 'seal' | 'connectors' | 'outbound'>

// Each waits for a provider, at most half a minute.
const askedAtOnce = 8
const failuresMax = 5
const dayMs = 86_400_000
// A payment that was just paid may not have been checked yet.
const booksLagMs = 10 * 60_000
const booksNamed = 10
const rowsNamed = 3

/** Checks whether the provider of every connection accepts its credentials, and reports how well it can be read. */
export async function examineConnections(app: ConnectionNeeds): Promise<Finding[]> {
  const em = app.em('installation')
  const active = { isActive: true, removedAt: null }
  const connections = await em.find(Connection, active, { populate: ['account'], orderBy: { id: 'asc' } })
  if (connections.length === 0) {
    const advice = 'add one with `connection add` or on the dashboard: without any nothing can be paid'
    return [{ subject: 'connections', state: 'warning', sentence: 'there is none', advice }]
  }
  const readings = await em.find(Reading, { connection: { $in: connections } })
  const readingOf = new Map(readings.map(reading => [reading.connection.id, reading]))
  const queue = new PQueue({ concurrency: askedAtOnce })
  const found = await queue.addAll(
    connections.map(
      connection => () => examineOne(app, { ...nameConnection(connection), reading: readingOf.get(connection.id) }),
    ),
  )
  return found.flat()
}

interface Examined {
  connection: Connection
  accountId: number
  /** The name of a connection, such as `connection 3: wallet "Toko" of demo (test)`. */
  name: string
  reading: Reading | undefined
}

function nameConnection(connection: Connection & { account: { id: number; name: string } }): Omit<Examined, 'reading'> {
  const { id, connector, label, mode, account } = connection
  return { connection, accountId: account.id, name: `${connector} "${label}" of ${account.name} (${mode}), ${id}` }
}

async function examineOne(app: ConnectionNeeds, examined: Examined): Promise<Finding[]> {
  return [
    await requestProvider(app, examined),
    ...(await readBooks(app, examined)),
    ...judgeReading(examined),
    ...(await examineForwarder(app, examined)),
    ...(await nameRowsAside(app, examined)),
  ]
}

async function requestProvider(app: ConnectionNeeds, { connection, accountId, name }: Examined): Promise<Finding> {
  const { id } = connection
  const startedAt = performance.now()
  const test = await testConnection(app, accountId, id).catch(cannotBeOpened)
  const told = (state: Finding['state'], sentence: string, advice?: string): Finding => ({
    subject: 'connection',
    state,
    sentence: `${name}: ${sentence}`,
    ...(advice === undefined ? {} : { advice }),
  })
  if (test.works === null) return told('well', 'its provider pushes and cannot be asked')
  if (!test.works)
    return told(weighProblem(connection, test), `${test.kind}: ${test.sentence}`, adviceFor(id, test.kind))
  const tookMs = Math.round(performance.now() - startedAt)
  if (!app.connectors[connection.connector].charge) return told('well', `works, ${tookMs} ms`)
  const making = await findCodeMaking(app, connection)
  return told(...judgeCodes(id, { ...making, isProved: test.account.provesCodes === true }, tookMs))
}

// The sandbox answers only while the shop runs.
function weighProblem({ mode }: Connection, { kind }: { kind: string }): Finding['state'] {
  return mode === 'test' && kind === 'unreachable' ? 'warning' : 'wrong'
}

/**
 * Judges whether a provider creates codes. Accepted credentials prove that only if it has created one and not refused
 * the newest ones.
 */
function judgeCodes(
  id: number,
  { lastMadeAt, refusal, isProved }: CodeMaking & { isProved: boolean },
  tookMs: number,
): JudgedCodes {
  const retry = `see what it says to one code: ${tryCommand(id)}`
  if (refusal !== null) return ['wrong', `makes no codes: ${refusal}`, retry]
  if (lastMadeAt !== null || isProved) return ['well', `works, ${tookMs} ms`]
  return ['warning', `accepts the credentials, ${tookMs} ms, and has not made a code yet`, `try it: ${tryCommand(id)}`]
}

type JudgedCodes = [state: Finding['state'], sentence: string, advice?: string]
const tryCommand = (id: number) => `\`connection try ${id} --amount 1000\``

// Sealed with a lost key, so no provider was asked.
function cannotBeOpened(error: unknown): { works: false; kind: string; sentence: string } {
  return { works: false, kind: 'sealed', sentence: (error as Error).message }
}

function adviceFor(id: number, kind: string): string {
  if (kind === 'sealed')
    return `its credentials cannot be read: restore SECRET_KEY, or \`connection credentials ${id}\``
  if (kind === 'refused') return `look at what was sent: \`connection trace ${id}\`, and ask the provider`
  if (kind === 'unauthorized') return `replace its credentials: \`connection credentials ${id}\``
  return 'payments by it stay pending until the provider answers; ask the provider if it lasts'
}

/**
 * Checks that all of the last day's payments in the provider's history are stored here, if the provider has a history.
 */
async function readBooks(app: ConnectionNeeds, { connection, name }: Examined): Promise<Finding[]> {
  const told = (state: Finding['state'], sentence: string, advice?: string): Finding[] => [
    { subject: 'connection', state, sentence: `${name}: ${sentence}`, ...(advice === undefined ? {} : { advice }) },
  ]
  // Unreadable credentials have already been reported.
  const line = openIfPossible(app, connection)
  if (!line?.connector.hasHistory?.(line.call.credentials)) return []
  const to = new Date(app.now().getTime() - booksLagMs)
  try {
    const paid = selectPaidRows(await readHistory(line, { from: new Date(to.getTime() - dayMs), to }))
    const unbooked = await findUnbookedCharges(app, connection.id, paid)
    if (unbooked.length === 0)
      return told('well', `its books call ${paid.length} codes of a day paid, and none of them is missing here`)
    const which = unbooked.slice(0, booksNamed).map(({ payment }) => payment.invoiceId)
    const advice = 'they are asked about again every minute: look why that fails, or accept the payments by hand'
    return told(
      'wrong',
      `its books call ${unbooked.length} codes paid whose money is not stored: ${which.join(', ')}`,
      advice,
    )
  } catch (error) {
    const { kind, sentence } = describeFailure(line, error)
    return told(
      'warning',
      `its books cannot be read: ${kind}: ${sentence}`,
      'single codes are asked about all the same',
    )
  }
}

/** Reports unreadable rows of its list, because payments wait for them. */
async function nameRowsAside(app: ConnectionNeeds, { connection, accountId, name }: Examined): Promise<Finding[]> {
  const { rows, count } = await listRowsAside(app, accountId, connection.id)
  if (count === 0) return []
  const which = rows.slice(0, rowsNamed).map(({ problem, content }) => `${problem} in ${content}`)
  const sentence = `${name}: ${count} rows of its list are not understood: ${which.join('; ')}`
  const advice =
    'payments that they could pay do not expire: ask the provider, then look at them on ' +
    `/dashboard/connections/${connection.id}`
  return [{ subject: 'connection', state: 'warning', sentence, advice }]
}

function openIfPossible(app: ConnectionNeeds, connection: Connection): ConnectionLine | null {
  try {
    return openLine(app, connection)
  } catch {
    return null
  }
}

async function examineForwarder(app: ConnectionNeeds, { reading, ...examined }: Examined): Promise<Finding[]> {
  const { traits } = app.connectors[examined.connection.connector]
  return traits.needsForwarder && reading ? examinePhone(app, { ...examined, reading }) : []
}

function judgeReading({ name, reading }: Examined): Finding[] {
  if (!reading) return []
  const findings: Finding[] = []
  const { failures, askingFailures, lastError } = reading
  const advice = 'it is asked again within a minute'
  if (failures >= failuresMax) {
    const why = lastError ? `: ${lastError}` : ''
    const sentence = `${name}: its list could not be read ${failures} times in a row${why}`
    findings.push({ subject: 'connection', state: 'warning', sentence, advice })
  }
  if (askingFailures >= failuresMax) {
    const sentence = `${name}: ${askingFailures} questions about single codes in a row were not answered`
    findings.push({ subject: 'connection', state: 'warning', sentence, advice })
  }
  return findings
}
