import { raw } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { type ModeActing, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { stockUrlMistakes } from '../stock-url.ts'
import { deleteStored, readBeside, storeBeside } from './catalog-files.ts'
import { findConflicts } from './existing-catalog.ts'
import { type ParsedCatalog, refuseMistakes } from './parsed-catalog.ts'
import { type CatalogImport, writeCatalog } from './write-catalog.ts'
import { writeShop } from './write-shop.ts'

export type ImportNeeds = Needs<
  'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now' | 'calendar' | 'reactions' | 'slots'
>

interface CatalogFile {
  catalog: ParsedCatalog
  /** Holds the pictures and files that the catalogue names. */
  folder: string
  /** Whether the import is rolled back at its end, to report what it would change. */
  isTrial: boolean
}

/** Imports a catalogue that was read from a file, as `importCatalog` describes, or reports what that would change. */
export async function runImport(
  app: ImportNeeds,
  acting: ModeActing,
  { catalog, folder, isTrial }: CatalogFile,
): Promise<CatalogImport> {
  const { accountId, mode } = acting
  const beside = await readBeside(app, accountId, catalog, folder)
  const mistakes = [...catalog.mistakes, ...beside.mistakes, ...stockUrlMistakes(app, catalog)]
  if (mistakes.length > 0) {
    const conflicts = await findConflicts(app.em({ accountId, mode }), catalog, { accountId, mode })
    throw refuseMistakes([...mistakes, ...conflicts])
  }
  await storeBeside(app, beside)
  try {
    return await app.transaction({ accountId, mode: 'both' }, async tx => {
      await takeTurn(tx, accountId)
      const goods = await writeCatalog(app, tx, catalog, { accountId, mode, now: app.now(), beside })
      const ofShop = await writeShop(
        tx,
        { accountId, now: app.now(), calendar: app.calendar, slots: app.slots },
        catalog,
      )
      const written = { ...goods, changes: [...goods.changes, ...ofShop] }
      if (isTrial) throw new TakenBack(written)
      // Without the serial lines, which are secrets.
      const { products, variants } = written
      const subject = `account ${accountId}`
      await recordAct(app, tx, { ...acting, act: 'catalog.imported', subject, detail: { products, variants, mode } })
      return written
    })
  } catch (error) {
    await deleteStored(app, beside)
    if (error instanceof TakenBack) return error.written
    throw error
  }
}

/** Thrown to roll back a trial, with the changes that it would have made. */
class TakenBack extends Error {
  readonly written: CatalogImport

  constructor(written: CatalogImport) {
    super('a trial was taken back')
    this.written = written
  }
}

// The second of two imports at once waits here. An update that changes no key, so that others can still write rows of
// the account.
async function takeTurn({ em }: Tx, accountId: number): Promise<void> {
  await em.nativeUpdate(Account, { id: accountId }, { name: raw<string>('name') })
}
