import fs from 'node:fs'
import path from 'node:path'
import { commandActor } from '../accounts/audit.ts'
import { importCatalog } from '../catalog/import/import-catalog.ts'
import { changePictures } from '../catalog/pictures/change-pictures.ts'
import { Product } from '../catalog/product.ts'
import type { App } from '../needs.ts'
import { addOldGoods } from './add-old-goods.ts'

const catalogFolder = path.join(import.meta.dirname, '..', 'catalog', 'demo')

/** Imports the catalogue of the demo's shop, with a second picture and goods that were withdrawn from sale. */
export async function stockShop(app: App, accountId: number): Promise<void> {
  const text = fs.readFileSync(path.join(catalogFolder, 'catalog.yaml'), 'utf8')
  await importCatalog(app, { accountId, mode: 'test', ...commandActor }, text, catalogFolder)
  await addOldGoods(app, accountId, catalogFolder)
  const { publicId } = await app.em({ accountId }).findOneOrFail(Product, { key: 'tumbler' })
  const bytes = fs.readFileSync(path.join(catalogFolder, 'pictures', 'tumbler-hitam.webp'))
  await changePictures(app, { accountId, ...commandActor }, publicId, { add: { name: 'tumbler-hitam.webp', bytes } })
}
