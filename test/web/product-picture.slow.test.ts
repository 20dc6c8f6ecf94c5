import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addImage } from '../../src/goods/add-image.ts'
import type { GoodsStore } from '../../src/goods/goods-store.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

let shop: WebShop
let reading = 0
let readingMost = 0
const held: (() => void)[] = []
let isHeld = false

beforeAll(async () => {
  const open: { goods?: GoodsStore } = {}
  const goods: GoodsStore = {
    store: (...what) => open.goods!.store(...what),
    drop: (...what) => open.goods!.drop(...what),
    async open(...what) {
      readingMost = Math.max(readingMost, ++reading)
      if (isHeld) await new Promise<void>(resolve => held.push(resolve))
      reading--
      return open.goods!.open(...what)
    },
  }
  shop = await createWebShop({ goods })
  open.goods = (await import('../../src/goods/create-goods-store.ts')).createGoodsStore(shop.app.config, shop.app.log)
})
afterAll(() => shop.close())

async function picture(accountId: number): Promise<string> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const id = await addImage(shop.app, accountId, { name: 'a.png', bytes })
  const [row] = await shop.app.sql.query<{ key: string }>(
    'select storage_key as key from product_image where id = $1',
    [id],
  )
  return row!.key
}

test('a crowd of viewers causes one drawing per account and two in total, and the others retry', async () => {
  const { accountId } = shop.demo
  const keys: string[] = []
  while (keys.length < 70) keys.push(await picture(accountId))
  const other = await picture(shop.second.accountId)
  isHeld = true
  readingMost = 0
  const asked = keys.map(key => shop.page(`/images/${key}-160.webp`))
  const late = await Promise.any(asked.map(async answer => ((await answer).status === 429 ? answer : Promise.reject())))
  expect(late.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  const others = shop.page(`/images/${other}-640.webp`)
  await expect.poll(() => reading).toBe(2)
  isHeld = false
  for (const go of held) go()
  const statuses = (await Promise.all([...asked, others])).map(({ status }) => status)
  expect(statuses.at(-1)).toBe(200)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(61)
  expect(readingMost).toBe(2)

  const again = await shop.page(`/images/${keys.at(-1)}-160.webp`)
  expect([again.status, again.headers['content-type']]).toEqual([200, 'image/webp'])
})
