import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { commandActor } from '../../../src/accounts/audit.ts'
import { noteRefund } from '../../../src/books/note-refund.ts'
import { changeOptions } from '../../../src/catalog/options/change-options.ts'
import { addContent } from '../../../src/goods/add-content.ts'
import { addFile } from '../../../src/goods/add-file.ts'
import { addImage } from '../../../src/goods/add-image.ts'
import { setLogo } from '../../../src/goods/set-logo.ts'
import { deriveUuid, generateInvoiceId } from '../../../src/lib/ids.ts'
import { listArchivedTables } from '../../../src/modules/archive/archived-tables.ts'
import { createBill } from '../../../src/modules/bills/create-bill.ts'
import { setMenu } from '../../../src/modules/menu/set-menu.ts'
import { createWebhook } from '../../../src/modules/webhooks/create-webhook.ts'
import type { App } from '../../../src/needs.ts'
import { fillCart } from '../../../src/orders/cart/fill-cart.ts'
import { placeOrder } from '../../../src/orders/place-order.ts'
import { showReceipt } from '../../../src/orders/receipts/show-receipt.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, order, pay } from '../../orders/store.ts'

/** Opens a shop with its own folder for goods, which is removed with it. */
export async function openInstallation(): Promise<TestShop & { dataDir: string }> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-archive-'))
  const shop = await createTestShop({ settings: { DATA_DIR: dataDir }, ownCodes: true, isAlone: true })
  return {
    ...shop,
    dataDir,
    async close() {
      await shop.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

export const filesIn = (dataDir: string): string[] => {
  const goods = path.join(dataDir, 'goods')
  if (!fs.existsSync(goods)) return []
  return fs.readdirSync(goods, { recursive: true, encoding: 'utf8' }).filter(name => /\/[\w-]{22}$/.test(name))
}

export interface World {
  pending: { invoiceId: string; finalAmount: number }
  paid: string
  expired: string
  orderNumber: string
}

/** Creates at least one row of everything that an archive has, in the account `demo`. */
export async function fillAccount(shop: TestShop): Promise<World> {
  const { app, demo } = shop
  const { accountId } = demo
  const write = (text: string, values: unknown[] = []) => app.sql.write(text, values)
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fa0' } })
    .png()
    .toBuffer()
  await setLogo(app, { accountId, ...commandActor }, { name: 'logo.png', bytes: picture })
  const imageId = await addImage(app, accountId, { name: 'kopi.png', bytes: picture })
  const fileId = await addFile(app, accountId, { name: 'resep.pdf', bytes: Buffer.from('%PDF seduh') } as never)
  await addContent(app, accountId, { title: 'Tautan', body: 'https://contoh.example/rahasia' })
  const stall = await openStall(app, demo)
  await write(`update product set image_id = $1 where account_id = $2 and key = 'mug'`, [imageId, accountId])
  await write(
    `insert into category (account_id, public_id, key, level, name, created_at) values ($1,
      'AAAAAAAAAAAAAAAAAAAAAA', 'minum', 1, 'Minum', now())`,
    [accountId],
  )
  const customer = await newCustomer(stall)
  const friend = await newCustomer(stall, 'Ayu')
  const done = await invoice(stall, customer, { mug: 1, token: 1 })
  await shop.work()
  await pay(stall, done.payment.invoiceId)
  await shop.work()
  await invoice(stall, customer, { mug: 1, token: 1 })
  await order(stall, friend, { 'guide/text': 1 })
  const [mug] = await app.sql.query<{ id: string }>(
    `select public_id as id from product where key = 'mug' and account_id = $1`,
    [accountId],
  )
  const bow = { key: null, name: 'Pita', price: 2000, isActive: true }
  const wrapping = { key: null, name: 'Bungkus', choicesMin: 0, choicesMax: 1, options: [bow] }
  await changeOptions(app, { accountId, ...commandActor }, mug!.id, { save: wrapping })
  const [bought] = await app.sql.query<{ choice: string }>(
    `select g.key || ':' || o.key as choice from product_option o join option_group g on g.id = o.group_id
     where o.account_id = $1`,
    [accountId],
  )
  const wrapped = { variantId: stall.variants.mug!, quantity: 1, choices: [bought!.choice] }
  await placeOrder(app, demo, friend, { only: wrapped })
  await fillCart(app, demo, customer, wrapped)

  const toko = { url: 'https://toko.example/rahasia', types: ['payment.paid'], description: 'Toko' }
  await createWebhook(app, { accountId, mode: 'test' }, toko, commandActor)
  const create = async (body: object) => (await shop.api('/create-payment', { body })).body.data
  const callback_url = `${shop.sandboxUrl}/receiver`
  const paid = await create({
    amount: 25_000,
    payment_method: 'wallet_direct',
    callback_url,
    reference: 'ref-1',
    metadata: { meja: '4' },
    file_id: fileId,
  })
  await shop.sandbox('/transfers', { invoice_id: paid.invoice_id })
  const returned = await create({ amount: 26_000, payment_method: 'wallet_direct' })
  await shop.sandbox('/transfers', { invoice_id: returned.invoice_id })
  const near = await create({ amount: 40_000, payment_method: 'wallet_direct' })
  await shop.sandbox('/transfers', { connector: 'wallet', amount: near.final_amount - 2, payer_name: 'x' })
  await shop.hurry()
  await shop.work()
  await noteRefund(app, { accountId, mode: 'test' }, returned.invoice_id, commandActor)
  const expired = await create({ amount: 31_000, payment_method: 'wallet_direct' })
  shop.advance(1900)
  await shop.hurry()
  await shop.work()
  await shop.hurry()
  await shop.work()
  const pending = await create({ amount: 33_000, payment_method: 'wallet_direct', reference: 'ref-2' })
  await setMenu(app, { ...demo, actor: 'user 1' }, { slug: 'kopi', isOn: true })
  await createBill(app, demo, { title: 'Pesanan', items: [{ product: 'mug', quantity: 1 }] }, 'user 1')
  const { id: bill } = await createBill(app, demo, { title: 'Iuran', amount: 33_000, customerName: 'Budi' }, 'user 1')
  await write(
    `insert into bill_part (invoice_id, account_id, bill_id, number, amount, created_at)
     values ($1, $2, $3, 1, 33000, now())`,
    [pending.invoice_id, accountId, bill],
  )
  await showReceipt(app, { accountId, number: pending.invoice_id })
  await withdraw(shop, accountId)

  const one = async (text: string) => (await app.sql.query<{ id: number }>(text, [accountId]))[0]!.id
  const orderId = await one(
    `select id from store_order where account_id = $1 and status not in ('pending', 'waiting_payment') order by id`,
  )
  const variantId = await one('select id from variant where account_id = $1 order by id')
  const productId = await one('select product_id as id from variant where account_id = $1 order by id')
  const couponId = await one(
    `insert into coupon (account_id, code, percent, created_at, used_in_test, customer_id) values ($1, 'HEMAT', 10,
      now(), 1, ${customer}) returning id`,
  )
  await write('insert into coupon_use (account_id, order_id, coupon_id, customer_id) values ($1, $2, $3, $4)', [
    accountId,
    orderId,
    couponId,
    customer,
  ])
  await write(
    'insert into review (order_id, account_id, mode, stars, text, created_at) values ($1, $2, $3, 5, $4, now())',
    [orderId, accountId, 'test', 'Enak'],
  )
  await write('insert into product_rating (product_id, mode, account_id, reviews, stars) values ($1, $2, $3, 1, 5)', [
    productId,
    'test',
    accountId,
  ])
  await write('insert into product_picture (account_id, product_id, image_id) values ($1, $2, $3)', [
    accountId,
    productId,
    imageId,
  ])
  await write('insert into favourite (account_id, customer_id, product_id, marked_at) values ($1, $2, $3, now())', [
    accountId,
    customer,
    productId,
  ])
  await write(
    `insert into inviter (account_id, customer_id, mode, code, created_at) values ($1, $2, 'test', '0123456789',
      now())`,
    [accountId, customer],
  )
  await write('insert into referral (account_id, invited_id, inviter_id, created_at) values ($1, $2, $3, now())', [
    accountId,
    friend,
    customer,
  ])
  await write(
    `with card as (insert into customer_card (account_id, mode, name, phone, first_seen_at, last_seen_at)
      values ($1, 'test', 'Sari', '081200000009', now(), now()) returning id)
     insert into customer_key (account_id, mode, key, card_id) select $1, 'test', 'phone 6281200000009', id from card`,
    [accountId],
  )
  await write(
    `insert into talk_message (account_id, mode, customer_id, "from", text, once, created_at) values ($1, 'test',
      $2, 'customer', 'Masih ada?', $3, now())`,
    [accountId, customer, `once ${accountId}`],
  )
  await write(
    `insert into star_purchase (account_id, mode, customer_id, token, variant_id, product_name, variant_name, stars,
      status, charge_id, created_at, paid_at)
     values ($1, 'test', $2, 'BBBBBBBBBBBBBBBBBBBBBB', $3, 'Mug', '', 50, 'paid', $4, now(), now())`,
    [accountId, customer, variantId, `stars-${generateInvoiceId(app.now())}`],
  )
  await write(`insert into notice_switch (account_id, kind, is_on) values ($1, 'payment.paid', false)`, [accountId])
  await write(
    `insert into callback_endpoint (account_id, origin, disabled_at) values ($1, 'https://mati.example', now())`,
    [accountId],
  )
  await write(
    `insert into shop_rules (account_id, delivery_fee, hours, holidays)
     values ($1, 5000, '{"mon": ["08:00", "17:00"]}', '[{"day": "2026-12-25", "note": "Natal"}]')`,
    [accountId],
  )
  await write(
    `insert into set_aside_row (account_id, connection_id, receiving_account_id, key, problem, content, seen_at)
     select $1, id, receiving_account_id, 'row-1', 'no amount', '{"x": 1}', now() from connection where account_id =
       $1 limit 1`,
    [accountId],
  )
  await write(
    `insert into goods_release (invoice_id, account_id, mode, downloads) values ($1, $2, 'test', 1) on conflict
      (invoice_id) do update set downloads = 1`,
    [paid.invoice_id, accountId],
  )
  await write('update digital_file set download_count = 1 where id = $1', [fileId])
  await createUser(app, {
    username: 'siti',
    email: 'siti@warung.example',
    password: 'kopi-susu-gula',
    isEmailVerified: true,
    member: { accountId, role: 'owner' },
  })
  return {
    pending: { invoiceId: pending.invoice_id, finalAmount: pending.final_amount },
    paid: paid.invoice_id,
    expired: expired.invoice_id,
    orderNumber: done.order.orderNumber,
  }
}

/** Receives live money by `qris`, and withdraws some of it. */
async function withdraw({ app }: TestShop, accountId: number): Promise<void> {
  const invoiceId = generateInvoiceId(app.now())
  await app.sql.write(
    `with made as (
       insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
         created_at, expires_at,
         paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
       values ($1, $2, 'live', 'qris', 150000, 12, 150012, 'paid', now(), now() + interval '1 hour', now(), 150012,
         'qris', 'R', now()) returning invoice_id),
     told as (
       insert into event (id, account_id, mode, type, subject, month, payload, created_at)
       select e.id::uuid, $2, 'live', e.type, $1, substr($1, 5, 3), '{"from": "pending"}', now() from
         unnest($3::text[], $4::text[]) e (id, type))
     select 1`,
    [
      invoiceId,
      accountId,
      ['payment.created', 'payment.paid'].map(type => deriveUuid(`${type} ${invoiceId}`)),
      ['payment.created', 'payment.paid'],
    ],
  )
  // The trigger of the books reads the payment, which is not visible to it within one statement.
  await app.sql.write(
    `with came as (
       insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, received_at, state,
         invoice_id)
       select $2, c.id, c.receiving_account_id, 'R-' || $1, 150012, now(), 'settled', $1 from connection c
       where c.connector = 'interactive' limit 1 returning id)
     insert into movement (account_id, mode, kind, invoice_id, transfer_id, amount, net, created_at)
     select $2, 'live', 'sale', $1, came.id, 150012, 150012, now() from came`,
    [invoiceId, accountId],
  )
  await app.sql.write(
    `insert into withdrawal (id, account_id, mode, amount, status, bank, number, holder, key, fingerprint,
      created_at, changed_at)
     values ($1, $2, 'live', 1000, 'sent', 'BCA', '1234567890', 'Siti', 'w-1', '\\x00', now(), now())`,
    [`WD-${invoiceId.slice(4, 21)}`, accountId],
  )
  await app.sql.write(
    `insert into movement (account_id, mode, kind, withdrawal_id, amount, net, created_at) values ($1, 'live',
      'withdrawal', $2, -1000, -1000, now())`,
    [accountId, `WD-${invoiceId.slice(4, 21)}`],
  )
  await app.sql.write(
    `insert into destination (account_id, bank, number, holder, usable_from) values ($1, 'BCA', '1234567890',
      'Siti', now())`,
    [accountId],
  )
}

/** Returns the tables of an archive in which the account has no row. */
export const emptyTables = (app: Pick<App, 'slots'>, rows: Record<string, number>): string[] =>
  [...listArchivedTables(app).keys()].filter(table => !rows[table])
