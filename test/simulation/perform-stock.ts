import { expect } from 'vitest'
import { changeOptions } from '../../src/catalog/options/change-options.ts'
import { Variant } from '../../src/catalog/product.ts'
import { addUnits } from '../../src/catalog/stock/add-units.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { ownerOf } from './of-modules.ts'
import { variantOf } from './perform-orders.ts'
import { expectRefusal, type Performers, pick, type Scene } from './scene.ts'
import { viewStock } from './view-orders.ts'

export function performStock(scene: Scene): Performers<'restock' | 'stock' | 'units' | 'toggle'> {
  const { shop, stall, model } = scene
  return {
    async restock({ goods, count, isAtPage }) {
      if (isAtPage) return restockAtPage(scene, goods, count)
      model.stock.set(goods, model.stock.levels[goods].available + count)
      await setStock(scene, goods, { delta: count })
    },
    async stock({ goods, available }) {
      const stock = model.stock.levels[goods]
      // All that is there can be taken away, but not more.
      if (available === 0 && stock.available > 0) {
        const more = { product: goods === 'large' ? 'tea' : goods, variant: goods === 'large' ? goods : 'only' }
        const { body } = await shop.api('/set-stock', { body: { ...more, delta: -stock.available - 1 } })
        expect(body.fields).toMatchObject([{ path: 'delta', error: 'takes away more than is available' }])
        const delta = -stock.available
        model.stock.set(goods, 0)
        await setStock(scene, goods, { delta })
      }
      model.stock.set(goods, available)
      await setStock(scene, goods, { available })
    },
    async units({ count }) {
      const last = model.stock.unitCount
      const fresh = Array.from({ length: count }, (_, index) => last + index + 1)
      const old = pick([1, 2, last], count)!
      const text = [...fresh, old].map(number => `  KEY-${number} \r\n\n`).join('')
      const added = await addUnits(shop.app, ownerOf(shop), variantOf(stall, model.world.goods.token), text)
      expect(added).toEqual({ added: count, duplicates: [`KEY-${old}`] })
      model.stock.addUnits(fresh)
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

/** Adds to the stock as pages and chats do, where a form may be sent twice; and takes away more than there is. */
async function restockAtPage({ shop, stall, model }: Scene, goods: 'mug' | 'latte' | 'large', delta: number) {
  const variantId = variantOf(stall, model.world.goods[goods])
  const change = (asked: { delta: number; once?: string }) =>
    restockVariant(shop.app, { ...ownerOf(shop), mode: 'test' }, { variantId, ...asked })
  const { available } = model.stock.levels[goods]
  await expectRefusal(change({ delta: -available - 1 }), 'invalid_request', 'delta')
  const once = `page ${model.stock.changed.length}`
  expect([await change({ delta, once }), await change({ delta, once })]).toEqual([available + delta, available + delta])
  model.stock.change(goods, delta, once)
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
  expect(body.data).toMatchObject(viewStock(model, goods))
}
