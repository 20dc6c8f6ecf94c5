import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { accountCommands } from '../../src/commands/account-commands.ts'
import { callbackCommands } from '../../src/commands/callback-commands.ts'
import { formatList } from '../../src/commands/command.ts'
import { connectionCommands } from '../../src/commands/connection-commands.ts'
import { goodsCommands } from '../../src/commands/goods-commands.ts'
import { findUsage, renderCompletionScript } from '../../src/commands/help.ts'
import { keyCommands } from '../../src/commands/key-commands.ts'
import { moneyCommands } from '../../src/commands/money-commands.ts'
import { transferCommands } from '../../src/commands/transfer-commands.ts'
import { workCommands } from '../../src/commands/work-commands.ts'
import { webhookCommands } from '../../src/modules/webhooks/commands/webhook-commands.ts'

const commands = {
  'key list': { usage: 'key list --account NAME', options: { account: {}, json: {} } },
  'key create': { usage: 'key create --account NAME' },
  doctor: { usage: 'doctor [--json]', options: { json: {} } },
}

test('help shows one command, one group, or all', () => {
  expect(findUsage(commands, ['key', 'list'])).toEqual(['Usage:', '  npm run warung -- key list --account NAME'])
  expect(findUsage(commands, ['key'])).toHaveLength(3)
  expect(findUsage(commands, ['doctor', 'money'])).toEqual(['Usage:', '  npm run warung -- doctor [--json]'])
  expect(findUsage(commands, [])).toHaveLength(4)
  expect(findUsage(commands, ['kye'])).toBeNull()
})

test('a shell completes commands, their second words and their options', () => {
  const complete = (...words: string[]) => {
    const script = [
      ...renderCompletionScript(commands),
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

test('a list is lines for people, and an array for programs', () => {
  const show = { plain: (id: number) => ({ id }), line: (id: number) => `number ${id}`, none: 'There is none.' }
  expect(formatList([1, 2], {}, show)).toEqual(['number 1', 'number 2'])
  expect(formatList([], {}, show)).toEqual(['There is none.'])
  expect(formatList([1, 2], { json: true }, show)).toEqual(['[{"id":1},{"id":2}]'])
  expect(formatList([], { json: true }, show)).toEqual(['[]'])
})

test('every command that lists rows can list them as JSON too', () => {
  const all: Record<string, { usage: string; options?: object }> = {
    ...accountCommands,
    ...callbackCommands,
    ...connectionCommands,
    ...webhookCommands,
    ...goodsCommands,
    ...keyCommands,
    ...moneyCommands,
    ...transferCommands,
    ...workCommands,
  }
  const shown = Object.entries(all).filter(([name]) => / (?:list|log|sum|sweeps|dead|endpoints)$/.test(name))
  expect(shown.length).toBeGreaterThan(10)
  for (const [name, { usage, options }] of shown) {
    expect([name, usage.includes('[--json]'), Object.keys(options ?? {}).includes('json')]).toEqual([name, true, true])
  }
})
