import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runSeed } from './run-seed.ts'

/** The seconds that each slow test file took, beside others, when a run recorded them (`RECORD_SECONDS=1`). */
export const secondsFile = path.join(import.meta.dirname, 'slow-seconds.json')

export const readSeconds = (): Record<string, number> => JSON.parse(readFileSync(secondsFile, 'utf8'))

// A file that takes less is in every run, as is one that was never recorded.
const lightSecondsMax = 15

/** How long the slow test files of a run may take in total; four of them run at a time, on two cores. */
export const roomSeconds = 4_500

// No other test sees what the upgrade would break.
const inEveryRun = ['drills/upgrade/upgrade.slow.test.ts']

/**
 * Returns the slow test files that this run leaves out, so that it ends in time. It runs the light files, and as many
 * of the others as there is room for, in an order that its seed determines. With WARUNG_CRASHES, as before a release,
 * all run.
 */
export function leftOutFiles(): string[] {
  if (process.env.WARUNG_CRASHES !== undefined) return []
  const seconds = readSeconds()
  const isDrawn = (file: string) => seconds[file]! > lightSecondsMax && !inEveryRun.includes(file)
  const files = Object.keys(seconds)
  let room = roomSeconds - sum(files.filter(file => !isDrawn(file)).map(file => seconds[file]!))
  const seed = runSeed()
  const drawn = files.filter(isDrawn)
  const places = new Map(drawn.map(file => [file, createHash('sha256').update(`${seed} ${file}`).digest('hex')]))
  const inOrder = drawn.toSorted((one, other) => (places.get(one)! < places.get(other)! ? -1 : 1))
  return inOrder.filter(file => {
    if (seconds[file]! > room) return true
    room -= seconds[file]!
    return false
  })
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
