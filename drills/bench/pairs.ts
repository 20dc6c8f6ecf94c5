import { randomInt } from 'node:crypto'
import { isShort, pickSize } from './length.ts'
import { generateLoad, type LoadFigures, type LoadRequest } from './load.ts'
import type { BenchServer } from './server-process.ts'
import { printLine } from './table.ts'

const rounds = pickSize(1, 5)
const roundS = pickSize(1, 2)
const warmUpS = 1
const profileS = pickSize(1, 2)
const connections = 32

/**
 * The measured servers. Ours is the first, an older version of ours may follow, and the last two are the references.
 * The batching one is the yardstick, and the bare one is the last.
 */
export type Contest = [name: string, server: BenchServer][]

interface Measured extends LoadFigures {
  cpuMs: number
}

export type Ratio = Pick<Measured, 'perS' | 'cpuMs'>

export const cases: [name: string, requests: (server: BenchServer) => () => LoadRequest][] = [
  ['create-payment wallet_direct', server => () => createRequest(server, 'wallet_direct')],
  ['create-payment qris', server => () => createRequest(server, 'qris')],
  ['check-payment', server => () => checkRequest(server)],
]

/**
 * Measures creating and checking with the servers in turns, because a machine's speed drifts; the median of the rounds
 * counts. Returns the ratio of the first server to the last for each case, in requests per second and in processor
 * time.
 */
export async function comparePairs(state: string, contest: Contest): Promise<Map<string, Ratio>> {
  const ratios = new Map<string, Ratio>()
  printLine(state, ['requests/s', 'p50 ms', 'p99 ms', 'CPU ms each', ...ratioTitles])
  for (const [name, requests] of cases) {
    const measured = await inTurns(contest, requests)
    const medians = measured.map(medianOf)
    const record = medians.at(-1)!
    const [first] = medians
    ratios.set(name, { perS: first!.perS / record.perS, cpuMs: first!.cpuMs / record.cpuMs })
    printLine(`  ${name}`, [])
    for (const [at, figures] of medians.entries()) {
      printLine(`    ${contest[at]![0]}`, [...shown(figures), ...formatRatios(measured[at]!, measured)])
    }
  }
  return ratios
}

const ratioWidth = 18

/** The titles of the columns of `formatRatios`. */
export const ratioTitles = ['of batching', 'of bare'].map(title => title.padStart(ratioWidth))

/**
 * Formats the median ratio of a server's rates to those of each reference in the same rounds. The lowest and the
 * highest follow if there are several rounds. A reference has no ratio to itself.
 */
export function formatRatios(own: { perS: number }[], all: { perS: number }[][]): string[] {
  return all.slice(-2).map((reference, index, references) => {
    if (references.indexOf(own) >= index) return ''.padStart(ratioWidth)
    const ratios = own.map(({ perS }, round) => perS / reference[round]!.perS).sort((one, other) => one - other)
    const median = ratios[Math.floor(ratios.length / 2)]!.toFixed(2)
    const spread = ratios.length === 1 ? '' : ` (${ratios[0]!.toFixed(2)}-${ratios.at(-1)!.toFixed(2)})`
    return `${median}${spread}`.padStart(ratioWidth)
  })
}

/** Prints where the server spends its time in each case. */
export async function profileCases(server: BenchServer): Promise<void> {
  for (const [name, requests] of cases) {
    const load = { port: server.port, next: requests(server), connections, forS: profileS }
    const parts = await server.profile(() => generateLoad(load))
    const listed = parts.map(({ part, share }) => `${part} ${Math.round(share * 100)} %`).join(', ')
    process.stdout.write(`  ${name}: ${listed}\n`)
  }
}

/** Checks payments at a steady rate while others are created at another rate, as in a busy hour. */
export async function checkWhileCreating(server: BenchServer, checksPerS: number, createsPerS: number): Promise<void> {
  const common = { port: server.port, connections, forS: pickSize(2, 9) }
  const creates = () => createRequest(server, 'wallet_direct')
  const [checked, created] = await Promise.all([
    generateLoad({ ...common, next: () => checkRequest(server), perS: checksPerS }),
    generateLoad({ ...common, next: creates, perS: createsPerS }),
  ])
  printLine(`  check-payment at ${checksPerS}/s`, [checked.perS.toFixed(0), ...formatLatencies(checked)])
  printLine(`  create-payment at ${createsPerS}/s meanwhile`, [created.perS.toFixed(0), ...formatLatencies(created)])
}

/** Runs until the engine has compiled the code of the requests; a larger program takes longer, which must not count. */
export async function warmUp(server: BenchServer, requests: (server: BenchServer) => () => LoadRequest): Promise<void> {
  if (!isShort) await generateLoad({ port: server.port, next: requests(server), connections, forS: warmUpS })
}

// A server's rounds are compared with the others' rounds of that moment.
async function inTurns(contest: Contest, requests: (server: BenchServer) => () => LoadRequest): Promise<Measured[][]> {
  const measured: Measured[][] = contest.map(() => [])
  for (const [, server] of contest) await warmUp(server, requests)
  for (let round = 0; round < rounds; round++) {
    for (const [at, [, server]] of contest.entries()) {
      const before = await server.cpuMs()
      const figures = await generateLoad({ port: server.port, next: requests(server), connections, forS: roundS })
      measured[at]!.push({ ...figures, cpuMs: ((await server.cpuMs()) - before) / figures.requests })
    }
  }
  return measured
}

// Amounts that are seldom taken already, so that the figure measures creating and not retrying.
function createRequest(server: BenchServer, method: string): LoadRequest {
  const highest = method === 'qris' ? 490_000 : 5_000_000_000
  const body = JSON.stringify({
    amount: 1_000 + randomInt(highest),
    payment_method: method,
    description: 'Kopi susu gula aren',
    customer_name: 'Ayu Lestari',
  })
  return { method: 'POST', path: '/api/create-payment', key: server.key, body }
}

function checkRequest(server: BenchServer): LoadRequest {
  const invoice = server.invoices[randomInt(server.invoices.length)]!
  return { method: 'GET', path: `/api/check-payment?invoice=${invoice}`, key: server.key }
}

function medianOf(figures: Measured[]): Measured {
  const sorted = [...figures].sort((one, other) => one.perS - other.perS)
  return sorted[Math.floor(sorted.length / 2)]!
}

function shown(figures: Measured): string[] {
  const cpu = Number.isNaN(figures.cpuMs) ? '' : figures.cpuMs.toFixed(3)
  return [figures.perS.toFixed(0), ...formatLatencies(figures), cpu]
}

export function formatLatencies({ p50Ms, p99Ms }: LoadFigures): string[] {
  return [p50Ms.toFixed(0), p99Ms.toFixed(0)]
}
