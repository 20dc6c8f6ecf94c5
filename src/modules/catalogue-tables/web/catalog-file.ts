import { Readable } from 'node:stream'
import { defineDownload } from '../../../web/parts/download.ts'
import { exportCatalog } from '../export-catalog.ts'

/**
 * Downloads the catalogue as the file that the import page reads; it names pictures and files without including them.
 */
export const catalogFile = defineDownload({
  path: '/dashboard/catalog.yaml',
  role: 'orders',
  async read(app, { account, scope }) {
    const { text } = await exportCatalog(app, scope)
    return { name: `${account.name}.yaml`, type: 'application/yaml', body: Readable.from([text]) }
  },
})
