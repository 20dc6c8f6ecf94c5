import { raw } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { findStockUrlMistakes } from '../stock-url.ts'
import { deleteStoredFiles, readReferencedFiles, storeReferencedFiles } from './catalog-files.ts'
import { findConflicts } from './existing-catalog.ts'
import { type ParsedCatalog, refuseMistakes } from './parsed-catalog.ts'
import { type CatalogImport, writeCatalog } from './write-catalog.ts'
import { writeShop } from './write-shop.ts'

export type ImportNeeds = Needs<
  'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now' | 'calendar' | 'reactions' | 'slots'
>

interface CatalogFile {
  catalog: ParsedCatalog
  /** The folder with the pictures and files that the catalogue refers to. */
  folder: string
  /** Whether it is a dry run, which is rolled back and only reports its changes. */
  isTrial: boolean
}

/** Imports a parsed catalogue as `importCatalog` describes, or as a dry run reports what it would change. */
export async function runImport(
  app: ImportNeeds,
  actor: ModeActor,
  { catalog, folder, isTrial }: CatalogFile,
): Promise<CatalogImport> {
  const { accountId, mode } = actor
  const beside = await readReferencedFiles(app, accountId, catalog, folder)
  const mistakes = [...catalog.mistakes, ...beside.mistakes, ...findStockUrlMistakes(app, catalog)]
  if (mistakes.length > 0) {
    const conflicts = await findConflicts(app.em({ accountId, mode }), catalog, { accountId, mode })
    throw refuseMistakes([...mistakes, ...conflicts])
  }
  await storeReferencedFiles(app, beside)
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
      // Without the serials, which are secrets.
      const { products, variants } = written
      const subject = `account ${accountId}`
      await recordAct(app, tx, { ...actor, act: 'catalog.imported', subject, detail: { products, variants, mode } })
      return written
    })
  } catch (error) {
    await deleteStoredFiles(app, beside)
    if (error instanceof TakenBack) return error.written
    throw error
  }
}

/** Thrown to roll back a dry run, with the changes that it would have made. */
class TakenBack extends Error {
  readonly written: CatalogImport

  constructor(written: CatalogImport) {
    super('a trial was taken back')
    this.written = written
  }
}

// If two imports run at once, the second waits here. The update changes no key, so others can still insert rows that
// refer to the account.
async function takeTurn({ em }: Tx, accountId: number): Promise<void> {
  await em.nativeUpdate(Account, { id: accountId }, { name: raw<string>('name') })
}
