import type { EntityManager } from '@mikro-orm/postgresql'
import { persistFile } from '../../goods/add-file.ts'
import { persistImage } from '../../goods/add-image.ts'
import { DigitalFile } from '../../goods/digital-file.ts'
import { cleanName } from '../../goods/original.ts'
import { ProductImage } from '../../goods/product-image.ts'
import type { BesideFiles } from './catalog-files.ts'

/**
 * The pictures and files of a catalogue: those that the account has already, and rows of those that are new, which the
 * next flush writes.
 */
export interface KeptGoods {
  imageOf(path: string): ProductImage | null
  fileOf(named: { path: string; name: string }): DigitalFile
}

interface Keeping {
  accountId: number
  now: Date
  beside: BesideFiles
}

export async function persistGoods(em: EntityManager, keeping: Keeping): Promise<KeptGoods> {
  const imageOf = await persistImages(em, keeping)
  const fileOf = await persistFiles(em, keeping)
  return { imageOf, fileOf }
}

async function persistImages(em: EntityManager, { accountId, now, beside }: Keeping): Promise<KeptGoods['imageOf']> {
  const hashes = [...beside.pictures.values()].map(({ sourceHash }) => sourceHash)
  const known = await em.find(ProductImage, { sourceHash: hashes, isActive: true }, { orderBy: { id: 'asc' } })
  const kept = new Map<string, ProductImage>()
  for (const image of known) keepFirst(kept, hex(image.sourceHash), () => image)
  return path => {
    const picture = beside.pictures.get(path)
    if (!picture) return null
    return keepFirst(kept, hex(picture.sourceHash), () =>
      persistImage(em, accountId, { ...picture.drawn!, storageKey: picture.storageKey! }, now),
    )
  }
}

async function persistFiles(em: EntityManager, { accountId, now, beside }: Keeping): Promise<KeptGoods['fileOf']> {
  const hashes = new Map([...beside.files].map(([path, { contentHash }]) => [path, contentHash]))
  const asked = { contentHash: [...hashes.values()], isActive: true }
  const known = await em.find(DigitalFile, asked, { orderBy: { id: 'asc' } })
  const kept = new Map<string, DigitalFile>()
  for (const file of known) keepFirst(kept, `${hex(file.contentHash)} ${file.originalName}`, () => file)
  return ({ path, name }) => {
    const { bytes, storageKeys } = beside.files.get(path)!
    return keepFirst(kept, `${hex(hashes.get(path)!)} ${cleanName(name)}`, () =>
      persistFile(em, accountId, { name, bytes, storageKey: storageKeys.get(name)! }, now),
    )
  }
}

function keepFirst<Row>(kept: Map<string, Row>, key: string, made: () => Row): Row {
  const before = kept.get(key)
  if (before) return before
  const row = made()
  kept.set(key, row)
  return row
}

function hex(hash: Buffer): string {
  return hash.toString('hex')
}
