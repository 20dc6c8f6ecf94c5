import { expect } from 'vitest'
import { changeOptions } from '../../src/catalog/options/change-options.ts'
import { Variant } from '../../src/catalog/product.ts'
import { addUnits } from '../../src/catalog/stock/add-units.ts'
import { ownerOf } from './of-modules.ts'
import { variantOf } from './perform-orders.ts'
import { type Performers, pick, type Scene } from './scene.ts'

export function performStock(scene: Scene): Performers<'restock' | 'stock' | 'units' | 'toggle'> {
  const { shop, stall, model } = scene
  return {
    async restock({ goods, count }) {
      model.setStock(goods, model.stock[goods]!.available + count)
      await setStock(scene, goods, { delta: count })
    },
    async stock({ goods, available }) {
      const stock = model.stock[goods]!
      // All that is there can be taken away, but not more.
      if (available === 0 && stock.available > 0) {
        const more = { product: goods === 'large' ? 'tea' : goods, variant: goods === 'large' ? goods : 'only' }
        const { body } = await shop.api('/set-stock', { body: { ...more, delta: -stock.available - 1 } })
        expect(body.fields).toMatchObject([{ path: 'delta', error: 'takes away more than is available' }])
        const delta = -stock.available
        model.setStock(goods, 0)
        await setStock(scene, goods, { delta })
      }
      model.setStock(goods, available)
      await setStock(scene, goods, { available })
    },
    async units({ count }) {
      const last = model.unitCount
      const fresh = Array.from({ length: count }, (_, index) => last + index + 1)
      const old = pick([1, 2, last], count)!
      const text = [...fresh, old].map(number => `  KEY-${number} \r\n\n`).join('')
      const added = await addUnits(shop.app, ownerOf(shop), variantOf(stall, model.world.goods.token), text)
      expect(added).toEqual({ added: count, duplicates: [`KEY-${old}`] })
      model.addUnits(fresh)
    },
    async toggle({ option: key }) {
      const isActive = model.soldOut.has(key)
      const [group = '', option = ''] = key.split(':')
      const latte = { publicId: variantOf(stall, model.world.goods.latte) }
      const { product } = await shop.app.em(stall.standing).findOneOrFail(Variant, latte, { populate: ['product'] })
      await changeOptions(shop.app, ownerOf(shop), product.publicId, { group, option, isActive })
      if (isActive) model.soldOut.delete(key)
      else model.soldOut.add(key)
    },
  }
}

async function setStock(
  { shop, model }: Scene,
  goods: 'mug' | 'latte' | 'large',
  change: { available: number } | { delta: number },
): Promise<void> {
  const { product, variant } = model.world.goods[goods]
  const asked = { product, ...(variant !== 'only' && { variant }), ...change }
  const { status, body } = await shop.api('/set-stock', { body: asked })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ product, variant, ...model.stock[goods] })
}
