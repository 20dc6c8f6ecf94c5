// Converts and parses with our package and with each peer in one run: node bench/qris.ts
import { convertQris } from '../src/convert-qris.ts'
import { parseQris } from '../src/parse-qris.ts'
import { conversions, vectors } from '../test/vectors.ts'
import { type Peer, peers } from './peers.ts'

/** `SHORT=1` runs everything once, in the shortest time; the figures are then meaningless. */
const isShort = process.env.SHORT === '1'
const ROUNDS = isShort ? 1 : 7
const ROUND_MS = isShort ? 10 : 150
const BATCH = 500

const ours: Peer = {
  name: 'warung',
  convert: (qris, nominal) => convertQris(qris, nominal).converted,
  parse: qris => (parseQris(qris).isValid ? true : null),
}
const all = [ours, ...peers]
const wild = vectors
  .filter(({ valid, kind, qris }) => valid && kind !== 'transfer' && !qris.includes('CONTOH'))
  .map(v => v.qris)
const bad = vectors.filter(({ kind }) => kind === 'invalid').map(v => v.qris)

const convertRates = measureRates(peer => peer.convert && ((qris, n) => peer.convert?.(qris, 10_000 + n)))
const parseRates = measureRates(peer => peer.parse && (qris => peer.parse?.(qris)))

const rows = all.map(peer => [
  peer.name,
  formatThousands(convertRates.get(peer.name)),
  formatThousands(parseRates.get(peer.name)),
  peer.convert
    ? `${conversions.filter(c => tryConvert(peer.convert!, c) === c.expected).length}/${conversions.length}`
    : '-',
  `${bad.filter(qris => refusesCode(peer, qris)).length}/${bad.length}`,
])
const [checked] = peers

for (const row of [['package', 'convert/s', 'parse/s', 'right', 'refused'], ...rows]) {
  process.stdout.write(`${row.map((cell, n) => (n === 0 ? cell.padEnd(30) : cell.padStart(11))).join('')}\n`)
}
process.stdout.write(
  `Against ${checked!.name}, which checks the CRC: convert x${formatRatio(convertRates)}, ` +
    `parse x${formatRatio(parseRates)}. ` +
    `${wild.length} codes in rotation, median of ${ROUNDS} interleaved rounds.\n`,
)

/** Returns the rates per second by package. All take turns, so that other load on the machine affects them equally. */
function measureRates(actOf: (peer: Peer) => ((qris: string, n: number) => unknown) | undefined): Map<string, number> {
  const measured = new Map<string, number[]>()
  for (let round = -1; round < ROUNDS; round++) {
    for (const peer of all) {
      const act = actOf(peer)
      if (!act) continue
      const rate = measureRate(act)
      if (round >= 0) measured.set(peer.name, [...(measured.get(peer.name) ?? []), rate])
    }
  }
  return new Map([...measured].map(([name, list]) => [name, list.sort((a, b) => a - b)[ROUNDS >> 1]!]))
}

function measureRate(act: (qris: string, n: number) => unknown): number {
  const start = process.cpuUsage()
  let count = 0
  let elapsedMs = 0
  while (elapsedMs < ROUND_MS) {
    for (let n = 0; n < BATCH; n++) attemptAct(act, wild[(count + n) % wild.length]!, n)
    count += BATCH
    elapsedMs = cpuMs(start)
  }
  return (count / elapsedMs) * 1000
}

/** Returns the processor time, including garbage collection, so that other programs on the machine do not count. */
function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function attemptAct(act: (qris: string, n: number) => unknown, qris: string, n: number): void {
  try {
    act(qris, n)
  } catch {
    // Some peers throw on valid codes; that is counted under "right", not here.
  }
}

function tryConvert(
  convert: (qris: string, nominal: number) => string,
  { qris, nominal }: (typeof conversions)[number],
) {
  try {
    return convert(qris, nominal)
  } catch {
    return undefined
  }
}

function refusesCode(peer: Peer, qris: string): boolean {
  try {
    return (peer.convert ? peer.convert(qris, 1000) : peer.parse?.(qris)) === null
  } catch {
    return true
  }
}

function formatThousands(rate: number | undefined): string {
  return rate === undefined ? '-' : `${Math.round(rate / 1000)}k`
}

function formatRatio(measured: Map<string, number>): string {
  return (measured.get(ours.name)! / measured.get(checked!.name)!).toFixed(1)
}
