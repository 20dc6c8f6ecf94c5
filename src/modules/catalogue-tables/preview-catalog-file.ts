import type { ModeActing } from '../../accounts/audit.ts'
import { type ImportNeeds, runImport } from '../../catalog/import/run-import.ts'
import type { CatalogImport } from '../../catalog/import/write-catalog.ts'
import { type CatalogSource, readSource } from './catalog-source.ts'

/**
 * Reports what `importCatalogFile` would change, and changes nothing. It runs the whole import and rolls it back, so
 * that the report matches an import; it refuses what that refuses.
 */
export async function previewCatalogFile(
  app: ImportNeeds,
  acting: ModeActing,
  source: CatalogSource,
  folder: string,
): Promise<CatalogImport> {
  return runImport(app, acting, { catalog: await readSource(app, acting, source), folder, isTrial: true })
}
