import { isShort, pickSize } from './length.ts'
import { generateLoad, type LoadFigures, type LoadRequest } from './load.ts'
import { type Contest, cases, formatLatencies, formatRatios, ratioTitles, warmUp } from './pairs.ts'
import type { BenchServer } from './server-process.ts'
import { printLine, printTitle } from './table.ts'

const loads = isShort ? [1] : [1, 8, 32, 128]
const casesAtLoads = isShort ? cases.slice(0, 1) : cases
const secondsEach = pickSize(1, 3)

/** The longest time that one answer in a hundred may take at a rate that a server is considered to sustain. */
const p99MaxMs = 50
const searchSteps = pickSize(1, 5)
const steadyConnections = 64

/** Loads each server with this number of connections, each of which sends again after each answer. */
export async function compareLoads(contest: Contest): Promise<void> {
  printTitle('by the number of connections')
  printLine('', ['connections', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms each', ...ratioTitles])
  for (const [name, requests] of casesAtLoads) {
    printLine(`  ${name}`, [])
    for (const [, server] of contest) await warmUp(server, requests)
    for (const connections of loads) {
      const measured: (LoadFigures & { cpuMs: number })[] = []
      for (const [, server] of contest) {
        const before = await server.cpuMs()
        const load = { port: server.port, next: requests(server), connections, forS: secondsEach }
        const figures = await generateLoad(load)
        measured.push({ ...figures, cpuMs: ((await server.cpuMs()) - before) / figures.requests })
      }
      const rounds = measured.map(figures => [figures])
      for (const [at, figures] of measured.entries()) {
        const shown = [
          String(connections),
          figures.perS.toFixed(0),
          ...formatLatencies(figures),
          figures.cpuMs.toFixed(3),
        ]
        printLine(`    ${contest[at]![0]}`, [...shown, ...formatRatios(rounds[at]!, rounds)])
      }
    }
  }
}

/**
 * Finds the highest rate of each server at which at most one answer in a hundred takes longer, and the p99 at half of
 * that rate.
 */
export async function compareSteadyRates(contest: Contest): Promise<void> {
  printTitle(`the highest rate at which p99 stays under ${p99MaxMs} ms, to 5 %`)
  printLine('', ['requests/s', 'p99 ms', 'p99 at half'])
  for (const [name, requests] of casesAtLoads) {
    printLine(`  ${name}`, [])
    for (const [at, [, server]] of contest.entries()) {
      const next = requests(server)
      const highest = await highestRate(server, next)
      const half = await atRate(server, next, highest.perS / 2)
      const shown = [highest.perS.toFixed(0), highest.p99Ms.toFixed(0), half.p99Ms.toFixed(0)]
      printLine(`    ${contest[at]![0]}`, shown)
    }
  }
}

// The sustainable rate lies between zero and the throughput under full load.
async function highestRate(server: BenchServer, next: () => LoadRequest): Promise<{ perS: number; p99Ms: number }> {
  const load = { port: server.port, next, connections: steadyConnections, forS: secondsEach }
  let tooMuch = (await generateLoad(load)).perS * 1.1
  let borne = { perS: 0, p99Ms: Number.NaN }
  for (let step = 0; step < searchSteps; step++) {
    const perS = (borne.perS + tooMuch) / 2
    const { p99Ms } = await atRate(server, next, perS)
    if (p99Ms < p99MaxMs) borne = { perS, p99Ms }
    else tooMuch = perS
  }
  return borne
}

function atRate(server: BenchServer, next: () => LoadRequest, perS: number): Promise<LoadFigures> {
  const load = { port: server.port, next, connections: steadyConnections, forS: secondsEach }
  return generateLoad({ ...load, perS: Math.max(1, Math.round(perS)) })
}
