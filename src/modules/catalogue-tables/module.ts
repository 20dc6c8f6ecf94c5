import type { Module } from '../module.ts'
import { catalogFile } from './web/catalog-file.ts'
import { catalogImportPage } from './web/catalog-import.ts'
import { catalogTable } from './web/catalog-table.ts'

/** Imports and exports an entire catalogue, as a YAML file or as a table for spreadsheets. */
export const catalogueTables: Module = {
  name: 'catalogue-tables',
  summary: 'Import and export of a whole catalogue: YAML, CSV and Excel',
  pages: [catalogImportPage],
  downloads: [catalogFile, catalogTable],
  loadCommands: async () => (await import('./commands/catalog-commands.ts')).catalogCommands,
  slots: {
    catalogLinks: [{ path: '/dashboard/catalog/import', text: { id: 'Impor & ekspor', en: 'Import & export' } }],
  },
}
