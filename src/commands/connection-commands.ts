import { readFileSync } from 'node:fs'
import { accountNamed } from '../accounts/account-named.ts'
import { createConnection } from '../accounts/create-connection.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { accountOption, type CommandArgs, type Commands, modeOption, readMode } from './command.ts'

export const connectionCommands = {
  'connection add': {
    usage: 'connection add CONNECTOR --account NAME --credentials FILE|- [--mode live|test] [--label TEXT]',
    options: { ...accountOption, ...modeOption, credentials: { type: 'string' }, label: { type: 'string' } },
    run: addConnection,
  },
} satisfies Commands

async function addConnection(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const mode = readMode(options.mode)
  const id = await createConnection(app, {
    accountId: await accountNamed(app, options.account),
    connector: words[0] ?? '',
    mode,
    label: String(options.label ?? words[0]),
    credentials: readJson(options.credentials),
  })
  return [`Connection ${id} to ${words[0]} was added in ${mode} mode.`]
}

// From a file or the standard input, because what stands in a command line can be read by every user of the machine.
function readJson(source: unknown): unknown {
  if (typeof source !== 'string') throw refuseField('--credentials', 'is a JSON file, or - for the standard input')
  try {
    return JSON.parse(readFileSync(source === '-' ? 0 : source, 'utf8'))
  } catch (error) {
    throw refuseField('--credentials', (error as Error).message)
  }
}
