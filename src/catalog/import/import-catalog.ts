import type { ModeActor } from '../../accounts/audit.ts'
import { parseCatalog } from './parse-catalog.ts'
import { type ImportNeeds, runImport } from './run-import.ts'
import type { CatalogImport } from './write-catalog.ts'
import { listCouponFields } from './write-shop.ts'

/**
 * Imports a YAML file (docs/catalog.md) as the account's catalogue and its stock in one mode; `folder` contains the
 * files that it refers to. Objects that the file does not mention stay unchanged, and importing the same file again
 * changes nothing. All or nothing. It parses in this process, so only trusted files, such as the demo's, may be passed.
 *
 * Refuses `invalid_request` with the first 200 mistakes of the file: the path of each field is `line <number>`.
 */
export function importCatalog(
  app: ImportNeeds,
  actor: ModeActor,
  text: string,
  folder: string,
): Promise<CatalogImport> {
  const catalog = parseCatalog(text, listCouponFields(app))
  return runImport(app, actor, { catalog, folder, isTrial: false })
}
