import fs from 'node:fs'
import path from 'node:path'
import { addContent } from '../goods/add-content.ts'
import { addFile } from '../goods/add-file.ts'
import { addImage } from '../goods/add-image.ts'
import { switchGoods } from '../goods/switch-goods.ts'
import type { App } from '../needs.ts'

/**
 * Adds a file, a content and a picture that were withdrawn from sale, so that the demo's lists show what `active_only`
 * omits.
 */
export async function addOldGoods(app: App, accountId: number, catalogFolder: string): Promise<void> {
  const read = (name: string) => fs.readFileSync(path.join(catalogFolder, name))
  const file = await addFile(app, accountId, {
    name: 'Resep Kopi Rumahan (edisi lama).pdf',
    bytes: read('files/resep-kopi-rumahan.pdf'),
  })
  const content = await addContent(app, accountId, {
    title: 'Sandi WiFi bulan lalu',
    body: 'SSID: Warung, sandi: kopi-hitam',
  })
  const image = await addImage(app, accountId, { name: 'menu-lama.webp', bytes: read('pictures/kopi-hitam.webp') })
  await switchGoods(app, accountId, { kind: 'file', id: file, isActive: false })
  await switchGoods(app, accountId, { kind: 'content', id: content, isActive: false })
  await switchGoods(app, accountId, { kind: 'image', id: image, isActive: false })
}
