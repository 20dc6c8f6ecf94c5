import { existsSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { leftOutFiles, readSeconds, roomSeconds } from './left-out-files.ts'

const seconds = readSeconds()
const files = Object.keys(seconds)

afterEach(() => vi.unstubAllEnvs())

const leftOutBy = (seed: string) => {
  vi.stubEnv('WARUNG_CRASHES', undefined)
  vi.stubEnv('TEST_SEED', seed)
  return leftOutFiles()
}

test('every slow test file with a recorded time exists', () => {
  expect(files.filter(file => !existsSync(file))).toEqual([])
})

test('a run leaves out the same slow files as another one with its seed, and others than one with another seed', () => {
  const leftOut = leftOutBy('1')
  expect(leftOutBy('1')).toEqual(leftOut)
  expect(leftOutBy('2')).not.toEqual(leftOut)
})

test('the slow files of a run fit into its time, and use nearly all of it', () => {
  for (let seed = 0; seed < 50; seed++) {
    const leftOut = leftOutBy(`${seed}`)
    const taken = files.filter(file => !leftOut.includes(file)).reduce((total, file) => total + seconds[file]!, 0)
    expect(taken).toBeLessThanOrEqual(roomSeconds)
    expect(taken).toBeGreaterThan(0.95 * roomSeconds)
  }
})

test('each slow file is in some of the runs, and the upgrade and all light files in every run', () => {
  const runs = Array.from({ length: 200 }, (_, seed) => leftOutBy(`${seed}`))
  expect(files.filter(file => runs.every(leftOut => leftOut.includes(file)))).toEqual([])
  const sometimes = new Set(runs.flat())
  expect(files.filter(file => seconds[file]! <= 15 && sometimes.has(file))).toEqual([])
  expect(sometimes).not.toContain('drills/upgrade/upgrade.slow.test.ts')
})

test('no slow file is left out before a release', () => {
  vi.stubEnv('WARUNG_CRASHES', '1')
  expect(leftOutFiles()).toEqual([])
})
