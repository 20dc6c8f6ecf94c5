import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { notFound } from '../lib/refusal.ts'
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
 * Enables or disables a file, content or picture for new payments; customers keep goods that they paid for. Setting the
 * same state again changes nothing. Refuses `not_found` for an unknown one or another account's.
 */
export async function switchGoods(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  { kind, id, isActive }: GoodsSwitch,
  by: Actor = commandActor,
): Promise<void> {
  const entity = entities[kind] as typeof DigitalFile
  await app.transaction({ accountId }, async tx => {
    if ((await tx.em.nativeUpdate(entity, { id, isActive: !isActive }, { isActive })) === 0) {
      if ((await tx.em.count(entity, { id })) === 0) throw notFound(kind)
      return
    }
    await recordAct(app, tx, { accountId, ...by, act: `${kind}.${isActive ? 'on' : 'off'}`, subject: `${kind} ${id}` })
  })
}
