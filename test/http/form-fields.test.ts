import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseFields } from '../../src/http/read-fields.ts'
import { createVisitor } from '../web/browse.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const repeated = (count: number) =>
  new URLSearchParams(Array.from({ length: count }, (): [string, string] => ['a', '']))

test.each(['/sign-in', '/sign-up', '/reset', '/operator/sign-in'])(
  'a form of 51 fields to %s is refused without a session, and one of fifty is read',
  async path => {
    const guest = createVisitor(shop)
    expect((await guest.post(path, repeated(51))).status).toBe(400)
    expect((await guest.post(path, repeated(50))).status, 'it names no form of the page').toBe(404)
  },
)

test('a signed-in member can send as many fields as a page of products has', async () => {
  const owner = await signInAs(shop)
  const answer = await owner.post('/dashboard/settings', repeated(400))
  expect(answer.status).toBe(404)
})

test('the fields of a form are counted before they are collected', () => {
  expect(Object.keys(parseFields(repeated(3).toString(), 3))).toEqual(['a'])
  expect(() => parseFields(repeated(4).toString(), 3)).toThrow(/3 fields/)
})
