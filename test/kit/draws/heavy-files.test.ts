import { existsSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { heavyFiles, leftOutFiles } from './heavy-files.ts'

afterEach(() => vi.unstubAllEnvs())

const leftOutBy = (seed: string) => {
  vi.stubEnv('WARUNG_CRASHES', undefined)
  vi.stubEnv('TEST_SEED', seed)
  return leftOutFiles()
}

test('every file in the list of heavy tests exists, and is there once', () => {
  expect(heavyFiles.filter(file => !existsSync(file))).toEqual([])
  expect(new Set(heavyFiles).size).toBe(heavyFiles.length)
})

test('a run of the slow tests leaves out half of the heavy files, chosen by its seed', () => {
  const leftOut = leftOutBy('1')
  expect(leftOut).toHaveLength(Math.floor(heavyFiles.length / 2))
  expect(leftOutBy('1')).toEqual(leftOut)
  expect(leftOutBy('2')).not.toEqual(leftOut)
  const seeds = Array.from({ length: 100 }, (_, seed) => leftOutBy(`${seed}`))
  expect(heavyFiles.filter(file => seeds.every(files => files.includes(file)))).toEqual([])
})

test('no heavy file is left out before a release', () => {
  vi.stubEnv('WARUNG_CRASHES', '1')
  expect(leftOutFiles()).toEqual([])
})
