import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { commandActor } from '../../../accounts/audit.ts'
import { findAccountByName } from '../../../accounts/find-account-by-name.ts'
import {
  accountOption,
  type CommandArgs,
  type Commands,
  modeOption,
  readBytes,
  readMode,
} from '../../../commands/command.ts'
import type { Mode } from '../../../database/scope.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { App, Needs } from '../../../needs.ts'
import { listBots } from '../../../notices/list-bots.ts'
import { recogniseSource } from '../catalog-source.ts'
import { exportCatalog } from '../export-catalog.ts'
import { importCatalogFile } from '../import-catalog-file.ts'

export const catalogCommands = {
  'catalog import': {
    usage: 'catalog import FILE --account NAME [--mode live|test]',
    options: { ...accountOption, ...modeOption },
    run: importFile,
  },
  'catalog export': {
    usage: 'catalog export --account NAME --to FOLDER [--mode live|test]   - catalog.yaml with its pictures and files',
    options: { ...accountOption, ...modeOption, to: { type: 'string' } },
    run: exportToFolder,
  },
} satisfies Commands

async function importFile(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const mode = options.mode === undefined ? await modeOfBots(app, accountId) : readMode(options.mode)
  const file = words[0]
  if (!file) throw refuseField('FILE', 'is the catalogue, a YAML, CSV or .xlsx file (docs/catalog.md)', 'missing')
  const { categories, products, variants, serials } = await importCatalogFile(
    app,
    { accountId, mode, ...commandActor },
    recogniseSource(readBytes('FILE', file), file),
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

async function exportToFolder(app: App, { options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const mode = options.mode === undefined ? await modeOfBots(app, accountId) : readMode(options.mode)
  const folder = options.to
  if (typeof folder !== 'string') throw refuseField('--to', 'is a folder, which is made', 'missing')
  const { text, beside } = await exportCatalog(app, { accountId, mode })
  await fs.mkdir(folder, { recursive: true })
  for (const { path: name, shelf, storageKey } of beside) {
    const file = path.join(folder, name)
    await fs.mkdir(path.dirname(file), { recursive: true })
    await pipeline(await app.goods.open(shelf, storageKey), createWriteStream(file))
  }
  // Written last, so that a folder with a catalogue file is complete.
  await fs.writeFile(path.join(folder, 'catalog.yaml'), text)
  return [
    `${path.join(folder, 'catalog.yaml')}: the catalogue with the stock of ${mode} mode`,
    `${beside.length} pictures and files beside it; serial lines stay behind`,
  ]
}

/** Returns the mode in which the account's bots sell; live if they sell in both, or if it has none. */
async function modeOfBots(app: Needs<'em'>, accountId: number): Promise<Mode> {
  const bots = await listBots(app, [accountId])
  return bots.length > 0 && bots.every(({ mode }) => mode === 'test') ? 'test' : 'live'
}
