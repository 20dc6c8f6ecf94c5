import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pickSize } from './length.ts'
import { percentile } from './load.ts'
import type { PaymentCost, RoundCosts } from './paid-process.ts'
import { readAnswer } from './server-process.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `npm run -w drills bench:paid`. Measures the processor time of a payment from its creation until its merchant is
 * notified, of the process and of its sessions at the database, by 32 wallets that are read as lists. `-- --against
 * <another checkout>` measures that one too, in turns. PostgreSQL with fsync and synchronous_commit on; the receiver is
 * a process of its own.
 */
const { values: asked } = parseArgs({ options: { against: { type: 'string' } } })
const rounds = pickSize(1, 9)
const steps = ['creating', 'settling', 'telling'] as const
const file = path.join(import.meta.dirname, 'paid-process.ts')
const here = path.resolve(import.meta.dirname, '..', '..')

const children: ChildProcess[] = []
try {
  const receivers = startChild(path.join(import.meta.dirname, 'receivers.ts'), ['1'])
  const { ports } = await readAnswer<{ ports: number[] }>(receivers, 'receivers')
  const shops = [here, ...(asked.against === undefined ? [] : [path.resolve(asked.against)])].map(root => ({
    name: root === here ? 'warung' : `warung of ${asked.against}`,
    child: startChild(file, [root, String(ports[0])]),
    measured: [] as RoundCosts[],
  }))
  for (const { child, name } of shops) await readAnswer(child, name)
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const { child, name, measured } of shops) {
      child.send('round')
      const figures = await readAnswer<RoundCosts>(child, name)
      if (round > 0) measured.push(figures)
    }
  }
  for (const { name, measured } of shops) print(name, measured)
} finally {
  for (const child of children) child.disconnect()
}

function startChild(file: string, values: string[]): ChildProcess {
  const child = fork(file, values)
  children.push(child)
  return child
}

function print(name: string, measured: RoundCosts[]): void {
  printTitle(`${name}: a paid payment, CPU ms, median of ${rounds} rounds`)
  printLine('', ['own', 'PostgreSQL', 'together'])
  for (const step of steps) {
    printCosts(
      `  ${step}`,
      measured.map(figures => figures[step]),
    )
  }
  printCosts('  all of it', measured.map(totalOf))
}

function totalOf(round: RoundCosts): PaymentCost {
  const sum = (figure: keyof PaymentCost) => steps.reduce((total, step) => total + round[step][figure], 0)
  return { ownMs: sum('ownMs'), sessionsMs: sum('sessionsMs') }
}

function printCosts(name: string, costs: PaymentCost[]): void {
  const figures = [
    ({ ownMs }: PaymentCost) => ownMs,
    ({ sessionsMs }: PaymentCost) => sessionsMs,
    ({ ownMs, sessionsMs }: PaymentCost) => ownMs + sessionsMs,
  ]
  const medianOf = (figure: (cost: PaymentCost) => number) =>
    percentile(
      costs.map(figure).sort((one, other) => one - other),
      0.5,
    )
  printLine(
    name,
    figures.map(figure => medianOf(figure).toFixed(2)),
  )
}
