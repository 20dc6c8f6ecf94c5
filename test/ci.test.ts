import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-ci-'))
  write('.ci/run', fs.readFileSync(path.join(root, '.ci/run'), 'utf8'))
  for (const server of ['mongod', 's3', 'pgbouncer']) write(`test/kit/${server}/build.sh`, '')
  write('packages/forwarder-android/test.sh', 'echo "OK (0 tests)"')
  // All other programs are searched for as usual on this machine.
  for (const program of ['apt-get', 'ldconfig', 'php', 'docker', 'podman', 'java'])
    write(`bin/${program}`, '#!/bin/sh\n')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function write(file: string, text: string): void {
  const whole = path.join(folder, file)
  fs.mkdirSync(path.dirname(whole), { recursive: true })
  fs.writeFileSync(whole, text, { mode: 0o755 })
}

/** Runs CI with this shell script as `npm`. */
function runCi(npm: string, ...parts: string[]): { code: number | null; lines: string[] } {
  write('bin/npm', `#!/bin/sh\n${npm}\n`)
  const env = { PATH: `${folder}/bin:${process.env.PATH}` }
  const { status, stdout } = spawnSync('bash', [path.join(folder, '.ci/run'), ...parts], { env, encoding: 'utf8' })
  return { code: status, lines: stdout.split('\n') }
}

describe.runIf(process.platform === 'linux')('the last line of CI is a sum', () => {
  test('the sum of CI counts passed, failed and skipped tests of all runs', () => {
    const { code, lines } = runCi(
      'case "$*" in test) echo "120 0 3" ;; *test:slow) echo "30 0 14" ;; esac >> "$TEST_COUNTS"',
    )
    expect(lines.slice(-3)).toEqual(['', '150 passed, 0 failed, 17 skipped', ''])
    expect(code).toBe(0)
  })

  test('the sum of CI is printed after a failing step, with its exit code; earlier steps count', () => {
    const { code, lines } = runCi(
      'case "$*" in test) echo "118 2 3" >> "$TEST_COUNTS"; exit 7 ;; *slow) echo slow ;; esac',
    )
    expect(lines.slice(-2)).toEqual(['118 passed, 2 failed, 3 skipped', ''])
    expect(lines).not.toContain('slow')
    expect(code).toBe(7)
  })

  test('a step that fails without a test counts as one failure in the sum of CI', () => {
    const { code, lines } = runCi('case "$*" in *check:format) exit 1 ;; esac')
    expect(lines.slice(-2)).toEqual(['0 passed, 1 failed, 0 skipped', ''])
    expect(code).toBe(1)
  })

  test('the sum of CI includes the tests of the Android app', () => {
    write('packages/forwarder-android/test.sh', 'echo "OK (28 tests)"')
    const { lines } = runCi('test "$*" != test || echo "9 0 0" >> "$TEST_COUNTS"')
    expect(lines.slice(-2)).toEqual(['37 passed, 0 failed, 0 skipped', ''])
  })

  test('CI runs only the requested parts', () => {
    const npm = 'echo "npm $*"; case "$*" in test) echo "120 0 3" >> "$TEST_COUNTS" ;; esac'
    const { code, lines } = runCi(npm, 'check', 'quick')
    // The check runs beside the tests.
    expect(lines.filter(line => line.startsWith('npm')).toSorted()).toEqual([
      'npm ci --no-audit --no-fund',
      'npm run --silent check:format',
      'npm run --silent check:types',
      'npm run --silent check:unused',
      'npm test',
    ])
    expect(code).toBe(0)
  })

  test('a check that fails ends CI before the slow tests', () => {
    const npm =
      'case "$*" in test) echo "5 0 0" >> "$TEST_COUNTS" ;; *check:types) echo wrong; exit 2 ;; *slow) echo slow ;; esac'
    const { code, lines } = runCi(npm)
    expect(lines).toContain('wrong')
    expect(lines).not.toContain('slow')
    expect(code).toBe(2)
  })

  test('CI refuses a part that does not exist', () => {
    const { code, lines } = runCi('case "$*" in test) echo "120 0 3" >> "$TEST_COUNTS" ;; esac', 'quick', 'sloow')
    expect(lines).toContain('There is no part called sloow')
    expect(code).toBe(2)
  })

  test('CI without tests, or without a result for a failed one, fails', () => {
    expect(runCi('').code).toBe(1)
    expect(runCi('test "$*" != test || echo "9 1 0" >> "$TEST_COUNTS"').code).toBe(1)
  })
})
