import type { ModeActing } from '../../accounts/audit.ts'
import { parseCatalog } from './parse-catalog.ts'
import { type ImportNeeds, runImport } from './run-import.ts'
import type { CatalogImport } from './write-catalog.ts'

/**
 * Makes the account's catalogue what a YAML file says (docs/catalog.md), and its stock in one mode; files that it names
 * lie in `folder`. What the file does not name stays as it is, and a second import of the same file changes nothing.
 * All or nothing. It reads the file in this process: only a file of our own, such as the demo's, may come here.
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
