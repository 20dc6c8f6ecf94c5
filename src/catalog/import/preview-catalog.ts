import type { ModeActing } from '../../accounts/audit.ts'
import type { CatalogSource } from './catalog-source.ts'
import { type ImportNeeds, runImport } from './run-import.ts'
import type { CatalogImport } from './write-catalog.ts'

/**
 * Tells what `importCatalog` would change, and changes nothing. It does the whole import and takes it back, so that
 * what it tells is what an import does; it refuses as that does.
 */
export function previewCatalog(
  app: ImportNeeds,
  acting: ModeActing,
  source: CatalogSource,
  folder: string,
): Promise<CatalogImport> {
  return runImport(app, acting, { source, folder, isTrial: true })
}
