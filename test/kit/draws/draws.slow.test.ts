import { execFile } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { formatDatabaseUrl } from '../connection.ts'

/** Runs the failing test, and returns its random values and all its output. */
async function run(seed?: string): Promise<{ drawn: string; output: string }> {
  const vitest = 'node_modules/vitest/vitest.mjs'
  const command = [vitest, 'run', '--root', '.', '--config', 'test/kit/draws/config.ts', '--maxWorkers=1']
  const env = { PATH: process.env.PATH, TEST_DATABASE_URL: formatDatabaseUrl(inject('testServer')), NO_COLOR: '1' }
  const output = await new Promise<string>(resolve => {
    const options = { env: { ...env, ...(seed && { TEST_SEED: seed }) } }
    execFile(process.execPath, command, options, (_, out, err) => resolve(out + err))
  })
  return { drawn: /drawn: (.*)\./.exec(output)![1]!, output }
}

test('a failed run prints its seed, and repeats its random values with that seed', async () => {
  const first = await run()
  const seed = /TEST_SEED=(\d+)/.exec(first.output)![1]!
  expect(await run(seed)).toMatchObject({ drawn: first.drawn })
  expect((await run(`${seed}1`)).drawn).not.toBe(first.drawn)
})

test('the seed "again" always draws the first free number', async () => {
  expect((await run('again')).drawn).toMatch(/^1,2,3,4,5 /)
})
