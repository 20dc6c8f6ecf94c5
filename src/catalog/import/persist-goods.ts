import type { EntityManager } from '@mikro-orm/postgresql'
import { persistFile } from '../../goods/add-file.ts'
import { persistImage } from '../../goods/add-image.ts'
import { DigitalFile } from '../../goods/digital-file.ts'
import { cleanName } from '../../goods/original.ts'
import { ProductImage } from '../../goods/product-image.ts'
import type { ReferencedFiles } from './catalog-files.ts'

/**
 * The pictures and files of a catalogue: rows that the account already has, and new ones, which the next flush writes.
 */
export interface CatalogGoods {
  imageOf(path: string): ProductImage | null
  fileOf(named: { path: string; name: string }): DigitalFile
}

interface Keeping {
  accountId: number
  now: Date
  beside: ReferencedFiles
}

export async function persistGoods(em: EntityManager, goods: Keeping): Promise<CatalogGoods> {
  const imageOf = await persistImages(em, goods)
  const fileOf = await persistFiles(em, goods)
  return { imageOf, fileOf }
}

async function persistImages(em: EntityManager, { accountId, now, beside }: Keeping): Promise<CatalogGoods['imageOf']> {
  const hashes = [...beside.pictures.values()].map(({ sourceHash }) => sourceHash)
  const known = await em.find(ProductImage, { sourceHash: hashes, isActive: true }, { orderBy: { id: 'asc' } })
  const kept = new Map<string, ProductImage>()
  for (const image of known) keepFirst(kept, toHex(image.sourceHash), () => image)
  return path => {
    const picture = beside.pictures.get(path)
    if (!picture) return null
    return keepFirst(kept, toHex(picture.sourceHash), () =>
      persistImage(em, accountId, { ...picture.drawn!, storageKey: picture.storageKey! }, now),
    )
  }
}

async function persistFiles(em: EntityManager, { accountId, now, beside }: Keeping): Promise<CatalogGoods['fileOf']> {
  const hashes = new Map([...beside.files].map(([path, { contentHash }]) => [path, contentHash]))
  const asked = { contentHash: [...hashes.values()], isActive: true }
  const known = await em.find(DigitalFile, asked, { orderBy: { id: 'asc' } })
  const kept = new Map<string, DigitalFile>()
  for (const file of known) keepFirst(kept, `${toHex(file.contentHash)} ${file.originalName}`, () => file)
  return ({ path, name }) => {
    const { bytes, storageKeys } = beside.files.get(path)!
    return keepFirst(kept, `${toHex(hashes.get(path)!)} ${cleanName(name)}`, () =>
      persistFile(em, accountId, { name, bytes, storageKey: storageKeys.get(name)! }, now),
    )
  }
}

function keepFirst<Row>(rowsByKey: Map<string, Row>, key: string, makeRow: () => Row): Row {
  const before = rowsByKey.get(key)
  if (before) return before
  const row = makeRow()
  rowsByKey.set(key, row)
  return row
}

function toHex(hash: Buffer): string {
  return hash.toString('hex')
}
