import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { maskSecrets } from '../../src/lib/log.ts'

const log = JSON.stringify(path.join(import.meta.dirname, '..', '..', 'src', 'lib', 'log.ts'))

/** Runs a program that has a `log`. Returns what it logged. */
function messagesOf(program: string): string[] {
  const source = `const { createLog } = await import(${log}); const log = createLog('info'); ${program}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  return lines.map(line => JSON.parse(line).msg)
}

test.each([
  ['ends on its own', ''],
  ['exits immediately', 'process.exit(1)'],
  ['fails', "throw new Error('kopi')"],
])('a process that %s has logged every line, in order', (_name, end) => {
  const lines = `for (const n of [1, 2, 3]) log.info({}, 'line ' + n); log.error({}, 'line 4'); ${end}`
  expect(messagesOf(lines)).toEqual(['line 1', 'line 2', 'line 3', 'line 4'])
})

test('a full batch of lines is written immediately', () => {
  const messages = messagesOf("for (let n = 0; n < 3000; n++) log.info({}, 'line ' + n + ' '.padEnd(40, 'x'))")
  expect(messages.map(message => message.split(' ')[1])).toEqual(Array.from({ length: 3000 }, (_, n) => String(n)))
})

test('a path that opens an order or a receipt is masked in the log', () => {
  const path = (text: string) => maskSecrets(`{"path":"${text}","status":200}`)
  expect(path('/m/kopi-demo/o/AbC-123_xyz')).toBe('{"path":"/m/kopi-demo/o/[masked]","status":200}')
  for (const typed of [
    '/RECEIPT/AbC-123_xyz',
    '/M/Kopi/O/AbC-123_xyz',
    '/m/kopi%2Ddemo/o/AbC-123_xyz',
    '/m/k//o//AbC-123_xyz',
  ]) {
    expect(path(typed), typed).not.toContain('AbC-123_xyz')
  }
  expect(path('/receipt/AbC-123_xyz')).toBe('{"path":"/receipt/[masked]","status":200}')
  expect(path('/m/kopi-demo/p/AbC')).toContain('/p/AbC')
})
