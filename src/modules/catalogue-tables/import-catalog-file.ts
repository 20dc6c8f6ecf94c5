import type { ModeActor } from '../../accounts/audit.ts'
import { type ImportNeeds, runImport } from '../../catalog/import/run-import.ts'
import type { CatalogImport } from '../../catalog/import/write-catalog.ts'
import { type CatalogSource, readSource } from './catalog-source.ts'

/**
 * Imports a merchant's catalogue file, YAML or a table, like `importCatalog`, but reads it in a child process. Refuses
 * as `importCatalog` and `readSource` do.
 */
export async function importCatalogFile(
  app: ImportNeeds,
  actor: ModeActor,
  source: CatalogSource,
  folder: string,
): Promise<CatalogImport> {
  return runImport(app, actor, { catalog: await readSource(app, actor, source), folder, isTrial: false })
}
