import { TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allowForeignCodes } from '../../src/accounts/allow-foreign-codes.ts'
import { addProduct } from '../../src/catalog/add-product.ts'
import { addVariant } from '../../src/catalog/add-variant.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { changeProducts } from '../../src/catalog/many/change-products.ts'
import { moveProduct } from '../../src/catalog/many/move-product.ts'
import { changeOptions } from '../../src/catalog/options/change-options.ts'
import { changePictures } from '../../src/catalog/pictures/change-pictures.ts'
import { Variant } from '../../src/catalog/product.ts'
import { saveProduct } from '../../src/catalog/saving/save-product.ts'
import { setLowStock } from '../../src/catalog/set-low-stock.ts'
import { setPrice } from '../../src/catalog/set-price.ts'
import { setProductPicture } from '../../src/catalog/set-product-picture.ts'
import { showProduct } from '../../src/catalog/show-product.ts'
import { addUnits } from '../../src/catalog/stock/add-units.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { setStock } from '../../src/catalog/stock/set-stock.ts'
import { removeConnection } from '../../src/connecting/remove-connection.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { switchConnection } from '../../src/connections/switch-connection.ts'
import { addContent } from '../../src/goods/add-content.ts'
import { addFile } from '../../src/goods/add-file.ts'
import { addImage } from '../../src/goods/add-image.ts'
import { setLogo } from '../../src/goods/set-logo.ts'
import { switchGoods } from '../../src/goods/switch-goods.ts'
import { confirmByHand } from '../../src/money/confirm-by-hand.ts'
import { switchNotices } from '../../src/notices/switch-notices.ts'
import { createUser } from '../../src/people/create-user.ts'
import { enrolTotp, offerTotp } from '../../src/people/second-step/enrol-totp.ts'
import { makeBackupCodes } from '../../src/people/second-step/make-backup-codes.ts'
import { setEmail } from '../../src/people/set-email.ts'
import { verifyEmail } from '../../src/people/verify-email.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
let productId: string
let keysId: string
let counted: string
let keyed: string
let connectionId: number
let contentId: number
let userId: number
let foreign: string
const address = '203.0.113.7'
const acting = () => ({ accountId: shop.demo.accountId, mode: 'test' as const, actor: 'user 7', address })
const credentials = {
  method: 'wallet_direct',
  secret: 's'.repeat(32),
  apps: ['id.example.wallet'],
  dialect: 'native',
  account: '0811',
  heartbeat_s: 60,
  amount_max: 50_000,
}

beforeAll(async () => {
  shop = await createTestShop()
  const { app, demo } = shop
  const variant = { price: 45_000, stock: { mode: 'counter' as const, count: 9 } }
  const { id } = await createUser(app, {
    username: 'ayu',
    password: 'kopi susu gula aren',
    email: 'ayu@example.id',
    member: { accountId: demo.accountId, role: 'owner' },
  })
  userId = id
  productId = await addProduct(app, acting(), { ...mug, variant })
  keysId = await addProduct(app, acting(), {
    ...mug,
    kind: 'digital',
    variant: { price: 1000, stock: { mode: 'serial' } },
  })
  counted = await variantOf(productId)
  keyed = await variantOf(keysId)
  contentId = await addContent(app, demo.accountId, wifi)
  const [connection] = await app.sql.query<{ id: number }>(
    `select id from connection where account_id = $1 and connector = 'wallet'`,
    [demo.accountId],
  )
  connectionId = connection!.id
  foreign = await createForeign()
})
afterEach(() => shop.app.sql.write('drop function if exists lose_at_commit cascade'))
afterAll(() => shop.close())

const resep = { name: 'resep.txt', bytes: Buffer.from('RAHASIA: gula aren') }
const wifi = { title: 'Kode Wi-Fi', body: 'RAHASIA-3' }
const mug = { name: 'Mug', kind: 'physical' as 'physical' | 'digital', description: 'Muat 300 ml' }

async function variantOf(product: string): Promise<string> {
  const [row] = await shop.app.sql.query<{ id: string }>(
    'select v.public_id as id from variant v join product p on p.id = v.product_id where p.public_id = $1',
    [product],
  )
  return row!.id
}

async function keysOf(variantId: string): Promise<{ product: string; variant: string }> {
  const em = shop.app.em({ accountId: shop.demo.accountId })
  const { key: variant, product } = await em.findOneOrFail(Variant, { publicId: variantId }, { populate: ['product'] })
  return { product: product.key, variant }
}

const saved = { ...mug, asks: [], category: '', isActive: true }

/** The acts, each with the table that it changes and its name in the log. */
const acts: [act: string, table: string, run: () => Promise<unknown>][] = [
  [
    'product.added',
    'product',
    () => addProduct(shop.app, acting(), { ...mug, variant: { price: 1000, stock: { mode: 'unlimited' } } }),
  ],
  [
    'product.changed',
    'product',
    () => saveProduct(shop.app, acting(), productId, { ...saved, name: 'Mug besar', variants: [] }),
  ],
  ['product.hidden', 'product', () => showProduct(shop.app, acting(), productId, false)],
  [
    'variant.added',
    'variant',
    () => addVariant(shop.app, acting(), productId, { name: 'XL', price: 2000, stock: { mode: 'unlimited' } }),
  ],
  [
    'variant.changed',
    'variant',
    () => {
      const variants = [{ variantId: counted, name: 'S', price: 3000, isActive: true }]
      return saveProduct(shop.app, acting(), productId, { ...saved, variants })
    },
  ],
  [
    'product.options',
    'option_group',
    () =>
      changeOptions(shop.app, acting(), productId, {
        save: {
          key: null,
          name: 'Ukuran',
          choicesMin: 0,
          choicesMax: 1,
          options: [{ key: null, name: 'Besar', price: 5000, isActive: true }],
        },
      }),
  ],
  ['product.picture', 'product', async () => setProductPicture(shop.app, acting(), productId, await picture())],
  [
    'product.picture',
    'product_picture',
    // It has its first picture by now.
    async () => changePictures(shop.app, acting(), productId, { add: await picture() }),
  ],
  ['settings.logo', 'account', async () => setLogo(shop.app, acting(), await picture())],
  ['variant.priced', 'variant', () => setPrice(shop.app, acting(), counted, 4000)],
  ['stock.changed', 'stock', () => restockVariant(shop.app, acting(), { variantId: counted, delta: 3 })],
  ['stock.told', 'stock', async () => setStock(shop.app, acting(), { ...(await keysOf(counted)), available: 7 })],
  ['stock.units_added', 'stock_unit', () => addUnits(shop.app, acting(), keyed, 'RAHASIA-1\nRAHASIA-2')],
  ['stock.threshold', 'variant', () => setLowStock(shop.app, acting(), counted, 2)],
  ['product.moved', 'product', () => moveProduct(shop.app, acting(), productId, 'down')],
  [
    'catalog.changed',
    'variant',
    () =>
      changeProducts(
        shop.app,
        acting(),
        { shown: [], prices: [{ variantId: counted, price: 4500 }], stocks: [] },
        'once',
      ),
  ],
  ['catalog.imported', 'product', () => importCatalog(shop.app, acting(), catalog, '.')],
  ['file.added', 'digital_file', () => addFile(shop.app, shop.demo.accountId, resep, acting())],
  ['content.added', 'hidden_content', () => addContent(shop.app, shop.demo.accountId, wifi, acting())],
  ['image.added', 'product_image', async () => addImage(shop.app, shop.demo.accountId, await picture(), acting())],
  [
    'content.off',
    'hidden_content',
    () => switchGoods(shop.app, shop.demo.accountId, { kind: 'content', id: contentId, isActive: false }, acting()),
  ],
  [
    'settings.notices',
    'notice_switch',
    () => switchNotices(shop.app, shop.demo.accountId, [{ kind: 'merchant.payment_paid', isOn: false }], acting()),
  ],
  [
    'connection.added',
    'connection',
    () =>
      createConnection(
        shop.app,
        { accountId: shop.demo.accountId, connector: 'mutations', mode: 'test', label: 'HP', credentials },
        acting(),
      ),
  ],
  [
    'connection.off',
    'connection',
    () => switchConnection(shop.app, shop.demo.accountId, { connectionId, isActive: false }, acting()),
  ],
  ['connection.removed', 'connection', () => removeConnection(shop.app, shop.demo.accountId, connectionId, acting())],
  ['account.foreign_codes', 'account', () => allowForeignCodes(shop.app, shop.demo.accountId, true, acting())],
  ['payment.confirmed_by_hand', 'payment', confirmForeign],
  ['account.email_verified', 'app_user', () => verifyEmail(shop.app, { accountId: shop.demo.accountId, by: acting() })],
  ['user.email', 'app_user', () => setEmail(shop.app, userId, 'ayu@toko.example', acting())],
  ['second_step.chosen', 'app_user', () => enrolTotp(shop.app, userId, proofOfTotp())],
  ['backup_codes.made', 'backup_code', () => makeBackupCodes(shop.app, userId, address)],
]

/** Confirms the payment that has another merchant's code. */
function confirmForeign(): Promise<unknown> {
  const { accountId, mode, actor } = acting()
  return confirmByHand(shop.app, { accountId, mode }, { invoiceId: foreign, note: 'mutasi 4711', actor, address })
}

/** Creates a payment like an account that may have codes of other merchants. */
async function createForeign(): Promise<string> {
  const { body } = await shop.api('/create-payment', { body: { amount: 25_000, payment_method: 'wallet_direct' } })
  const { invoice_id: invoiceId } = body.data
  await shop.app.sql.write('delete from hold where invoice_id = $1', [invoiceId])
  const isForeign = `update payment set is_foreign = true, converted_qris = 'x' where invoice_id = $1`
  await shop.app.sql.write(isForeign, [invoiceId])
  return invoiceId
}

/** The acts of people on their own sign-in. */
const userActs = ['second_step.chosen', 'backup_codes.made']

const catalog = `products:
  - key: teh
    kind: physical
    name: Teh
    price: 5000
    stock: 4`

async function picture() {
  const background = { create: { width: 40, height: 30, channels: 3, background: 'teal' } } as const
  return { name: 'teal.png', bytes: await sharp(background).png().toBuffer() }
}

function proofOfTotp() {
  const { secret } = offerTotp('ayu')
  return { secret, code: new TOTP({ secret }).generate(), address }
}

describe.each(acts)('%s', (act, table, run) => {
  test('the action is rolled back if its audit line cannot be written', async () => {
    await loseAtCommit('audit_entry')
    const before = await rows(table)
    await expect(run()).rejects.toThrow('lost at commit')
    expect(await rows(table)).toEqual(before)
  })

  test('a rolled-back action leaves no audit line, and a committed one leaves one with its actor', async () => {
    const before = (await linesOf(act)).length
    await loseAtCommit(table)
    await expect(run()).rejects.toThrow('lost at commit')
    expect(await linesOf(act)).toHaveLength(before)
    await shop.app.sql.write('drop function lose_at_commit cascade')
    await run()
    const lines = await linesOf(act)
    expect(lines).toHaveLength(before + 1)
    const actor = userActs.includes(act) ? `user ${userId}` : 'user 7'
    expect(lines.at(-1)).toMatchObject({ actor, address })
    expect(JSON.stringify(lines)).not.toContain('RAHASIA')
  })
})

test('actions by API are audited with the key that was used', async () => {
  const { status } = await shop.api('/upload-content', { body: wifi })
  expect(status).toBe(200)
  const [key] = await shop.app.sql.query<{ id: number }>(
    `select id from api_key where account_id = $1 and mode = 'test' order by id limit 1`,
    [shop.demo.accountId],
  )
  expect((await linesOf('content.added')).at(-1)).toMatchObject({
    actor: `key ${key!.id}`,
    detail: { title: wifi.title },
  })
})

test('setting a value that is already set leaves no audit line', async () => {
  const { app, demo } = shop
  const id = await addContent(app, demo.accountId, wifi)
  const off = () => switchGoods(app, demo.accountId, { kind: 'content', id, isActive: false }, acting())
  const quiet = () => switchNotices(app, demo.accountId, [{ kind: 'merchant.customer_blocked', isOn: false }], acting())
  await off()
  await quiet()
  const before = await rows('audit_entry')
  await off()
  await quiet()
  expect(await rows('audit_entry')).toEqual(before)
})

/** Makes every transaction that writes the table fail at its commit. */
async function loseAtCommit(table: string): Promise<void> {
  const { sql } = shop.app
  await sql.write(`create function lose_at_commit() returns trigger language plpgsql as $$
    begin raise exception 'lost at commit'; end $$`)
  await sql.write(`create constraint trigger lose_at_commit after insert or update or delete on ${table}
    deferrable initially deferred for each row execute function lose_at_commit()`)
}

const rows = (table: string) => shop.app.sql.query(`select row_to_json(t)::text as row from "${table}" t order by 1`)

const linesOf = (act: string) =>
  shop.app.sql.query<object>('select actor, address, subject, detail from audit_entry where act = $1 order by id', [
    act,
  ])
