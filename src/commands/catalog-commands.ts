import path from 'node:path'
import { accountNamed } from '../accounts/account-named.ts'
import { byCommand } from '../accounts/audit.ts'
import { importCatalog } from '../catalog/import/import-catalog.ts'
import type { Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App, Needs } from '../needs.ts'
import { listBots } from '../notices/list-bots.ts'
import { accountOption, type CommandArgs, type Commands, modeOption, readMode, readText } from './command.ts'

export const catalogCommands = {
  'catalog import': {
    usage: 'catalog import FILE --account NAME [--mode live|test]',
    options: { ...accountOption, ...modeOption },
    run: importFile,
  },
} satisfies Commands

async function importFile(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await accountNamed(app, options.account)
  const mode = options.mode === undefined ? await modeOfBots(app, accountId) : readMode(options.mode)
  const file = words[0]
  if (!file) throw refuseField('FILE', 'is the catalogue, a YAML file (docs/catalog.md)', 'missing')
  const { categories, products, variants, serials } = await importCatalog(
    app,
    { accountId, mode, ...byCommand },
    readText('FILE', file),
    path.dirname(path.resolve(file)),
  )
  const told = Object.entries({ categories, products, variants }).map(
    ([name, count]) => `${name}: ${count.created} new, ${count.changed} changed, ${count.unchanged} as they were`,
  )
  const repeated = serials.repeated.map(({ file: where, line, serial }) => `  ${where ?? file} line ${line}: ${serial}`)
  return [
    ...told,
    `serial lines in ${mode} mode: ${serials.added} new, ${serials.known} known`,
    ...(repeated.length > 0 ? ['repeated serial lines, kept once:', ...repeated] : []),
  ]
}

/** The mode in which the account's bots sell; live where they sell in both, or where it has none. */
async function modeOfBots(app: Needs<'em'>, accountId: number): Promise<Mode> {
  const bots = await listBots(app, [accountId])
  return bots.length > 0 && bots.every(({ mode }) => mode === 'test') ? 'test' : 'live'
}
