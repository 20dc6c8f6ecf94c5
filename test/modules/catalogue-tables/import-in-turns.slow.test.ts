import { EntityManager } from '@mikro-orm/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { importCatalogFile } from '../../../src/modules/catalogue-tables/import-catalog-file.ts'
import { previewCatalogFile } from '../../../src/modules/catalogue-tables/preview-catalog-file.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** Returns the maximum number of rows that the work creates without letting other code run. */
async function countAtOnce(work: () => Promise<unknown>): Promise<number> {
  let made = 0
  let most = 0
  let isOver = false
  const { create } = EntityManager.prototype
  const spied = vi.spyOn(EntityManager.prototype, 'create').mockImplementation(function (this: EntityManager, ...args) {
    most = Math.max(most, ++made)
    return create.apply(this, args as never) as never
  })
  const turn = () => {
    made = 0
    if (!isOver) setImmediate(turn)
  }
  turn()
  try {
    await work()
  } finally {
    isOver = true
    spied.mockRestore()
  }
  return most
}

const products = (count: number) =>
  `products:\n${Array.from({ length: count }, (_, at) => `  - {key: p${at}, name: P${at}, kind: physical, price: 1000, stock: 1}\n`).join('')}`

test('a trial import of any length creates at most two thousand rows at once, and others run in between', async () => {
  const acting = { accountId: shop.demo.accountId, mode: 'test', ...commandActor } as const
  for (const run of [previewCatalogFile, importCatalogFile, previewCatalogFile]) {
    const most = await countAtOnce(() => run(shop.app, acting, products(1_500), import.meta.dirname))
    expect(most).toBeLessThanOrEqual(2_000)
  }
})
