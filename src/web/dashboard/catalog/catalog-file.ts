import { Readable } from 'node:stream'
import { exportCatalog } from '../../../catalog/export/export-catalog.ts'
import { download } from '../../parts/download.ts'

/** The catalogue as the file that the import page reads; pictures and files are named in it and stay here. */
export const catalogFile = download({
  path: '/dashboard/catalog.yaml',
  role: 'orders',
  async read(app, { account, scope }) {
    const { text } = await exportCatalog(app, scope)
    return { name: `${account.name}.yaml`, type: 'application/yaml', body: Readable.from([text]) }
  },
})
