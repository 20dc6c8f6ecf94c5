import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { setProductPicture } from '../../../src/catalog/set-product-picture.ts'
import { addImage } from '../../../src/goods/add-image.ts'
import { pages } from '../../kit/parts.ts'
import { openStall } from '../../orders/store.ts'
import type { Visitor } from '../browse.ts'
import { signInAs } from '../dashboard/members.ts'
import { needQuery } from '../filled-shop.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let owner: Visitor
const bytesMax = 100 * 1024

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
})
afterAll(() => shop.close())

/** Returns the bytes that a browser loads to show a page for the first time; texts count uncompressed. */
async function weightOf(path: string): Promise<number> {
  const { text, status } = await owner.get(path)
  expect(status, path).toBe(200)
  const parts = [...text.matchAll(/(?:src|href)="([^"]+\.(?:css|js|svg|webp|woff2|jpg|png)(?:\?[^"]*)?)"/g)]
  const addresses = new Set(parts.map(([, address]) => address!.replaceAll('&amp;', '&')))
  let bytes = Buffer.byteLength(text)
  for (const address of addresses) {
    // Answers with this parameter are downloads, and not part of the page.
    if (!address.includes('save=1')) bytes += (await shop.page(address)).bytes.length
  }
  return bytes
}

/** Returns a picture like a photograph: soft shapes with a little noise. */
function photo(): Promise<Buffer> {
  const shapes = Array.from(
    { length: 60 },
    (_, at) =>
      `<circle cx="${(at * 397) % 1600}" cy="${(at * 271) % 1200}" r="${60 + ((at * 53) % 140)}" fill="hsl(${at * 37},50%,60%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).blur(4).jpeg().toBuffer()
}

test('every page of the dashboard weighs less than 100 KiB on its first load', async () => {
  await openStall(shop.app, shop.demo)
  const products = await shop.app.sql.query<{ id: string }>('select public_id as id from product')
  for (const { id } of products) {
    await setProductPicture(shop.app, { accountId: shop.demo.accountId, ...commandActor }, id, {
      name: 'x.jpg',
      bytes: await photo(),
    })
  }
  const plain = pages.map(one => one.path).filter(path => path.startsWith('/dashboard') && !path.includes(':'))
  const paths = [...plain.filter(path => !needQuery.includes(path)), `/dashboard/catalog/${products[0]!.id}`]
  for (const path of [...paths, '/', '/sign-in', '/sign-up']) {
    expect(await weightOf(path), path).toBeLessThan(bytesMax)
  }
})

test('a payment page with a picture weighs less than 100 KiB', async () => {
  const product_image_id = await addImage(shop.app, shop.demo.accountId, { name: 'kopi.png', bytes: await photo() })
  const invoice = await shop.invoice({ product_image_id })
  await shop.work()
  expect(await weightOf(`/pay?invoice=${invoice}`)).toBeLessThan(bytesMax)
})
