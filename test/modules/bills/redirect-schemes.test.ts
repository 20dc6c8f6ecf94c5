import { afterAll, beforeAll, expect, test } from 'vitest'
import * as written from '../../../migrations/Migration20261126183340_enter_redirect_schemes.ts'
import { Account } from '../../../src/accounts/account.ts'
import { changeSettings } from '../../../src/accounts/change-settings.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { create } from '../../payments/scenario.ts'
import { makeBill } from './stand.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const named = async (accountId: number) =>
  (await shop.app.em({ accountId }).findOneOrFail(Account, accountId)).redirectSchemes
const name = (redirectSchemes: string[]) => changeSettings(shop.app, shop.demo.accountId, { redirectSchemes })
const bill = (redirect_url: string) =>
  shop.api('/create-bill', { body: { title: 'Teh', kind: 'many', amount: 12_700, redirect_url } })

test('a bill leads to an app once its account has listed the scheme', async () => {
  const refused = await bill('kedaiku://selesai')
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('redirect_url')
  await name(['kedaiku'])
  expect((await bill('KedaiKu://selesai')).status).toBe(200)
})

test("the upgrade lists the schemes that each account's payments and bills use, except refused ones", async () => {
  await name(['satu', 'dua'])
  await create(shop, { redirect_url: 'satu://selesai' })
  await create(shop, { redirect_url: 'SATU://lagi' })
  await create(shop, { redirect_url: 'https://toko.example/selesai' })
  await makeBill(shop, { kind: 'many', amount: 12_800, redirect_url: 'dua://selesai' })
  for (const refused of ['intent://x#Intent;end', 'MS-settings:x', 'view-source:https://x', 'filesystem:x']) {
    const { invoice_id } = await create(shop)
    await shop.app.sql.write('update payment set redirect_url = $2 where invoice_id = $1', [invoice_id, refused])
  }
  await shop.app.sql.write("update account set redirect_schemes = '{}'")
  const migration = new written.Migration20261126183340_enter_redirect_schemes(undefined as never, undefined as never)
  migration.up()
  for (const query of migration.getQueries()) await shop.app.sql.write(String(query))
  expect(await named(shop.demo.accountId)).toEqual(expect.arrayContaining(['dua', 'satu']))
  expect((await named(shop.demo.accountId)).filter(scheme => !['dua', 'satu', 'kedaiku'].includes(scheme))).toEqual([])
  expect(await named(shop.second.accountId)).toEqual([])
})
