import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogCommands } from '../../../src/modules/catalogue-tables/commands/catalog-commands.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await createTestShop()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-import-'))
  const catalog = 'products: [{ key: kunci, name: Kunci, kind: digital, price: 5000, stock: { serials: [KEY-1] } }]'
  await fs.writeFile(path.join(folder, 'kunci.yaml'), catalog)
})
afterAll(async () => {
  await shop.close()
  await fs.rm(folder, { recursive: true })
})

const addBot = (id: number, mode: 'live' | 'test') =>
  shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values ($1::bigint, $2, $3, 'bot_' || $1, 'Toko', '{}', 'none', 'hook_' || $1)`,
    [id, shop.demo.accountId, mode],
  )
const load = (options: object = {}) =>
  catalogCommands['catalog import'].run(shop.app, {
    words: [path.join(folder, 'kunci.yaml')],
    options: { account: 'demo', ...options },
  })

test("the import command changes the stock of the mode in which the account's bots sell", async () => {
  expect(await load()).toContain('serial lines in live mode: 1 new, 0 known')
  await addBot(9001, 'test')
  expect(await load()).toContain('serial lines in test mode: 1 new, 0 known')
  expect(await load({ mode: 'live' })).toContain('serial lines in live mode: 0 new, 1 known')
  await addBot(9002, 'live')
  expect(await load()).toContain('serial lines in live mode: 0 new, 1 known')
})
