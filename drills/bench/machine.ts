import os from 'node:os'
import { printLine } from './table.ts'

/** The highest load average per processor at which other programs hardly change a rate. */
const idleLoadMax = 0.5

/** Prints the machine and the versions on which the figures depend. */
export function printMachine(): void {
  const gigabytes = Math.round(os.totalmem() / 2 ** 30)
  printLine('machine', [`${os.availableParallelism()} processors ${os.cpus()[0]?.model ?? ''}, ${gigabytes} GB`])
  printLine('system', [`${os.type()} ${os.release()}, Node ${process.versions.node}`])
}

export function printLoad(): void {
  printLine('load average of the machine', [readLoad().toFixed(1)])
}

/** Returns why rates measured on this machine would be meaningless; null if it is idle. */
export function findBusyReason(load = readLoad(), processors = os.availableParallelism()): string | null {
  const most = processors * idleLoadMax
  if (load <= most) return null
  return (
    `The load average is ${load.toFixed(1)}, and at most ${most.toFixed(1)} on ${processors} processors gives rates ` +
    'that can be repeated. Wait a minute or two, or measure anyway with --busy.'
  )
}

function readLoad(): number {
  return os.loadavg()[0]!
}
