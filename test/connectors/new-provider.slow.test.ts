import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)
const minutes = 60_000

/** The files of a provider, and their targets. */
const files = {
  'kios.ts.txt': 'src/connectors/kios/kios.ts',
  'texts.ts.txt': 'src/connectors/kios/texts.ts',
  'simulator.ts.txt': 'src/connectors/kios/simulator.ts',
  'kios.md': 'docs/connectors/kios.md',
  'kios.test.ts.txt': 'test/connectors/kios/kios.test.ts',
}

let copy: string
beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-provider-'))
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of tracked.filter(name => fs.existsSync(path.join(root, name)))) {
    fs.cpSync(path.join(root, file), path.join(copy, file))
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
})
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }))

test(
  'a provider is added by its own files and a line in the table, and serves payments',
  async () => {
    for (const [from, to] of Object.entries(files)) {
      fs.cpSync(path.join(import.meta.dirname, 'new-provider', from), path.join(copy, to))
    }
    const index = path.join(copy, 'src/connectors/index.ts')
    const table = fs.readFileSync(index, 'utf8')
    const entered = table.replace('const all = {\n', 'const all = {\n  kios,\n')
    const withLine = `import { kios } from './kios/kios.ts'\n${entered}`
    expect(withLine.split('\n')).toHaveLength(table.split('\n').length + 2)
    fs.writeFileSync(index, withLine)

    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', '.', '--incremental', 'false'], { cwd: copy })
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const tests = ['test/connectors/kios', 'test/connectors/contract.test.ts', 'test/house.test.ts']
    const { stdout } = await run(process.execPath, [vitest, 'run', ...tests], { cwd: copy, env: withoutVitest() })
    expect(stdout).toMatch(/Test Files {2}.*3 passed/)
  },
  10 * minutes,
)

// The settings of this test's own run must not apply to the run that it starts.
function withoutVitest(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV|FORCE_COLOR)/.test(name))
  return { ...Object.fromEntries(own), NO_COLOR: '1' }
}
