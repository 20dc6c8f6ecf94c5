import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { DigitalFile } from './digital-file.ts'
import { HiddenContent } from './hidden-content.ts'
import { ProductImage } from './product-image.ts'

const entities = { file: DigitalFile, content: HiddenContent, image: ProductImage }

export interface GoodsSwitch {
  kind: keyof typeof entities
  id: number
  isActive: boolean
}

/**
 * Switches a file, content or picture on or off for new payments; what was sold stays with who paid for it. Refuses `not_found`
 * for an unknown one and another account's.
 */
export async function switchGoods(
  app: Needs<'em'>,
  accountId: number,
  { kind, id, isActive }: GoodsSwitch,
): Promise<void> {
  const changed = await app.em({ accountId }).nativeUpdate(entities[kind] as typeof DigitalFile, { id }, { isActive })
  if (changed === 0) throw new Refusal('not_found', `There is no such ${kind}`)
}
