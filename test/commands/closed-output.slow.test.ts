import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

function run(...words: string[]) {
  return spawn(process.execPath, ['run.cjs', 'src/warung.ts', ...words], { cwd: root })
}

test('a reader that closes the output early ends no command with an error', async () => {
  const command = run('help')
  command.stdout.destroy()
  const [told, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'exit')])
  expect({ told, exitCode }).toEqual({ told: '', exitCode: 0 })
})

test('help for a missing command names that command', async () => {
  const command = run('help', 'nosuch')
  const [told, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'exit')])
  expect(told).toContain('There is no command nosuch.')
  expect(exitCode).toBe(2)
})
