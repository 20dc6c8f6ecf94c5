import { raw } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { audit, type ModeActing } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { stockUrlMistakes } from '../stock-url.ts'
import { dropStored, readBeside, storeBeside } from './catalog-files.ts'
import { findConflicts, readExisting } from './existing-catalog.ts'
import { refuseMistakes } from './parsed-catalog.ts'
import { readCatalog } from './read-catalog.ts'
import { type CatalogImport, writeCatalog } from './write-catalog.ts'
import { writeShop } from './write-shop.ts'

const textMax = 5_242_880

/**
 * Makes the account's catalogue as the file says (docs/catalog.md), and its stock in one mode; files that it names lie
 * in `folder`. What the file does not name stays as it is, and a second import of the same file changes nothing. All or
 * nothing.
 *
 * Refuses `invalid_request` with the mistakes, the first 200 of the file: the path of each field is `line <number>`.
 */
export async function importCatalog(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now' | 'calendar' | 'reactions'>,
  acting: ModeActing,
  text: string,
  folder: string,
): Promise<CatalogImport> {
  if (text.length > textMax)
    throw refuseMistakes([
      { line: 1, name: 'YAML', error: `the file has ${textMax} characters at most`, code: 'too_long', max: textMax },
    ])
  const { accountId, mode } = acting
  const catalog = await readCatalog(accountId, text)
  const beside = await readBeside(app, accountId, catalog, folder)
  const mistakes = [...catalog.mistakes, ...beside.mistakes, ...stockUrlMistakes(app, catalog)]
  if (mistakes.length > 0) {
    const existing = await readExisting(app.em({ accountId, mode }), catalog, { accountId, mode })
    throw refuseMistakes([...mistakes, ...findConflicts(catalog, existing)])
  }
  await storeBeside(app, beside)
  try {
    return await app.transaction({ accountId, mode: 'both' }, async tx => {
      await takeTurn(tx, accountId)
      const existing = await readExisting(tx.em, catalog, { accountId, mode })
      const conflicts = findConflicts(catalog, existing)
      if (conflicts.length > 0) throw refuseMistakes(conflicts)
      await writeShop(tx, { accountId, now: app.now(), calendar: app.calendar }, catalog)
      const written = await writeCatalog(app, tx, catalog, { accountId, mode, now: app.now(), beside, existing })
      // Without the serial lines, which are secrets.
      const { products, variants } = written
      const subject = `account ${accountId}`
      await audit(app, tx, { ...acting, act: 'catalog.imported', subject, detail: { products, variants, mode } })
      return written
    })
  } catch (error) {
    await dropStored(app, beside)
    throw error
  }
}

// The second of two imports at once waits here. An update that changes no key, so that others can still write rows of
// the account.
async function takeTurn({ em }: Tx, accountId: number): Promise<void> {
  await em.nativeUpdate(Account, { id: accountId }, { name: raw<string>('name') })
}
