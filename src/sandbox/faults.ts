import { z } from 'zod'
import { readJson, type SimulatorAnswer, type SimulatorRequest } from '../connectors/simulator/simulator-request.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'
import { simulators } from './simulators.ts'

type FaultNeeds = Pick<SandboxNeeds, 'sql'>

const operationsOf = new Map(
  [...simulators].map(([id, { routes, push }]) => [
    id,
    [...new Set([...routes.map(({ operation }) => operation), ...(push ? ['push'] : [])])],
  ]),
)

const genericModes = ['timeout', 'error', 'garbage', 'slow', 'duplicate', 'off']
const ownModesOf = new Map([...simulators].map(([id, { faults = {} }]) => [id, faults]))
const modes = [...new Set([...genericModes, ...[...ownModesOf.values()].flatMap(own => Object.values(own).flat())])]

const operations = [...new Set([...[...operationsOf.values()].flat(), 'any'])]

const Fault = z.strictObject({
  connector: z.enum([...operationsOf.keys()]),
  operation: z.enum(operations),
  mode: z.enum(modes),
  count: z.int().min(1).max(1_000_000).nullish(),
  delay_ms: z.int().min(0).max(120_000).nullish(),
})

/** Handles `POST /faults`. */
export async function setFault({ sql }: FaultNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fault = readJson(request, Fault)
  if (fault.mode !== 'off') refuseImpossible(fault)
  if (fault.mode === 'off') await sql.write('delete from sandbox.fault where connector = $1', [fault.connector])
  else await storeFault(sql, fault)
  return { status: 200, body: { ...fault, count: fault.count ?? null, delay_ms: fault.delay_ms ?? null } }
}

/** Wraps the routes of a provider so that they fail as configured. */
export function withFaults(
  { sql }: FaultNeeds,
  connector: string,
  operation: string,
  work: (request: SimulatorRequest) => Promise<SimulatorAnswer>,
) {
  return async (request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const fault = await takeFault(sql, connector, operation)
    if (!fault) return work(request)
    const delayMs = fault.delay_ms ?? (fault.mode === 'slow' ? slowMs : 0)
    if (isOwn(connector, operation, fault.mode)) return { ...(await work({ ...request, fault: fault.mode })), delayMs }
    if (fault.mode === 'error') return { status: 500, body: '<h1>500 Internal Server Error</h1>', delayMs }
    return { ...spoilAnswer(await work(request), fault.mode), delayMs }
  }
}

const slowMs = 3_000

function refuseImpossible({ connector, operation, mode }: z.output<typeof Fault>): void {
  const known = operationsOf.get(connector)!
  if (operation !== 'any' && !known.includes(operation)) {
    throw refuseField('operation', `${connector} knows ${known.join(', ')} and any`, {
      code: 'not_one_of',
      values: [...known, 'any'],
    })
  }
  if (mode === 'duplicate' && !known.includes('list') && !isOwn(connector, operation, mode))
    throw refuseField('mode', `${connector} has no lists`, 'not_allowed')
  if (!genericModes.includes(mode) && !isOwn(connector, operation, mode))
    throw refuseField('mode', `${connector} does not fail like this at ${operation}`, 'not_allowed')
}

function isOwn(connector: string, operation: string, mode: string): boolean {
  const own = ownModesOf.get(connector) ?? {}
  return (own[operation] ?? own.any ?? []).includes(mode)
}

async function storeFault(sql: Sql, fault: z.output<typeof Fault>): Promise<void> {
  await sql.write(
    `insert into sandbox.fault (connector, operation, mode, remaining, delay_ms) values ($1, $2, $3, $4, $5)
     on conflict (connector) do update set operation = excluded.operation, mode = excluded.mode,
       remaining = excluded.remaining, delay_ms = excluded.delay_ms`,
    [fault.connector, fault.operation, fault.mode, fault.count ?? null, fault.delay_ms ?? null],
  )
}

interface SetFault {
  mode: string
  delay_ms: number | null
}

async function takeFault(sql: Sql, connector: string, operation: string): Promise<SetFault | undefined> {
  const found = await sql.query<SetFault & { remaining: number | null }>(
    `select mode, delay_ms, remaining from sandbox.fault
     where connector = $1 and operation in ($2, 'any') and (remaining is null or remaining > 0)`,
    [connector, operation],
  )
  // Unlimited faults are only read; otherwise the requests of a busy provider would queue for one row.
  if (found[0]?.remaining == null) return found[0]
  const taken = await sql.query<SetFault>(
    `update sandbox.fault set remaining = remaining - 1
     where connector = $1 and operation in ($2, 'any') and remaining > 0 returning mode, delay_ms`,
    [connector, operation],
  )
  return taken[0]
}

function spoilAnswer(answer: SimulatorAnswer, mode: string): SimulatorAnswer {
  if (mode === 'timeout') return { ...answer, never: true }
  if (mode === 'garbage') return { ...answer, status: 200, body: makeGarbage(answer.body) }
  return mode === 'duplicate' ? { ...answer, body: doubleTransactions(answer.body) } : answer
}

let turn = 0

// Alternates between an HTML page and half of the real answer.
function makeGarbage(body: unknown): string {
  const text = JSON.stringify(body)
  return turn++ % 2 === 0 ? '<html><body>We will be right back</body></html>' : text.slice(0, text.length / 2)
}

function doubleTransactions(body: unknown): unknown {
  const { transactions } = body as { transactions?: unknown[] }
  return transactions ? { ...(body as object), transactions: transactions.flatMap(row => [row, row]) } : body
}
