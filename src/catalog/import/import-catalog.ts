import type { ModeActing } from '../../accounts/audit.ts'
import { parseCatalog } from './parse-catalog.ts'
import { type ImportNeeds, runImport } from './run-import.ts'
import type { CatalogImport } from './write-catalog.ts'

/**
 * Imports a YAML file (docs/catalog.md) as the account's catalogue and its stock in one mode; the files that it names
 * are in `folder`. Things that the file does not name are unchanged, and a second import of the same file changes
 * nothing. All or nothing. It parses in this process, so only our own files, such as the demo's, may be passed.
 *
 * Refuses `invalid_request` with the mistakes, the first 200 of the file: the path of each field is `line <number>`.
 */
export function importCatalog(
  app: ImportNeeds,
  acting: ModeActing,
  text: string,
  folder: string,
): Promise<CatalogImport> {
  return runImport(app, acting, { catalog: parseCatalog(text), folder, isTrial: false })
}
