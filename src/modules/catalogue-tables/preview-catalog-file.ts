import type { ModeActor } from '../../accounts/audit.ts'
import { type ImportNeeds, runImport } from '../../catalog/import/run-import.ts'
import type { CatalogImport } from '../../catalog/import/write-catalog.ts'
import { type CatalogSource, readSource } from './catalog-source.ts'

/**
 * Reports what `importCatalogFile` would change, without changing anything. It runs the entire import and rolls it
 * back, so that the report matches an import; it refuses in the same way.
 */
export async function previewCatalogFile(
  app: ImportNeeds,
  actor: ModeActor,
  source: CatalogSource,
  folder: string,
): Promise<CatalogImport> {
  return runImport(app, actor, { catalog: await readSource(app, actor, source), folder, isTrial: true })
}
