import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listed } from '../../src/commands/command.ts'
import { completionScript, usageOf } from '../../src/commands/help.ts'

const commands = {
  'key list': { usage: 'key list --account NAME', options: { account: {}, json: {} } },
  'key create': { usage: 'key create --account NAME' },
  doctor: { usage: 'doctor [--json]', options: { json: {} } },
}

test('help shows one command, one group, or all', () => {
  expect(usageOf(commands, ['key', 'list'])).toEqual(['Usage:', '  npm run warung -- key list --account NAME'])
  expect(usageOf(commands, ['key'])).toHaveLength(3)
  expect(usageOf(commands, ['doctor', 'money'])).toEqual(['Usage:', '  npm run warung -- doctor [--json]'])
  expect(usageOf(commands, [])).toHaveLength(4)
  expect(usageOf(commands, ['kye'])).toBeNull()
})

test('a shell completes commands, their second words and their options', () => {
  const complete = (...words: string[]) => {
    const script = [
      ...completionScript(commands),
      `COMP_WORDS=(warung ${words.map(word => `'${word}'`).join(' ')})`,
      `COMP_CWORD=${words.length}`,
      '_warung',
      `echo "\${COMPREPLY[@]}"`,
    ]
    return execFileSync('bash', ['-c', script.join('\n')], { encoding: 'utf8' }).trim()
  }
  expect(complete('k')).toBe('key')
  expect(complete('key', '')).toBe('list create')
  expect(complete('key', 'list', '--')).toBe('--help --account --json')
  expect(complete('doctor', '--')).toBe('--help --json')
})

test('a list is lines for people, and one array for programs', () => {
  const show = { plain: (id: number) => ({ id }), line: (id: number) => `number ${id}`, none: 'There is none.' }
  expect(listed([1, 2], {}, show)).toEqual(['number 1', 'number 2'])
  expect(listed([], {}, show)).toEqual(['There is none.'])
  expect(listed([1, 2], { json: true }, show)).toEqual(['[{"id":1},{"id":2}]'])
  expect(listed([], { json: true }, show)).toEqual(['[]'])
})
