import type { ModeActing } from '../../accounts/audit.ts'
import { type CatalogSource, readSource } from './catalog-source.ts'
import { type ImportNeeds, runImport } from './run-import.ts'
import type { CatalogImport } from './write-catalog.ts'

/**
 * Imports a merchant's catalogue file, YAML or a table, as `importCatalog` does, but reads it in a child process.
 * Refuses what that refuses, and what `readSource` does.
 */
export async function importCatalogFile(
  app: ImportNeeds,
  acting: ModeActing,
  source: CatalogSource,
  folder: string,
): Promise<CatalogImport> {
  return runImport(app, acting, { catalog: await readSource(app, acting, source), folder, isTrial: false })
}
