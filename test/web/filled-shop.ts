import sharp from 'sharp'
import { commandActor } from '../../src/accounts/audit.ts'
import { changeOptions } from '../../src/catalog/options/change-options.ts'
import { setProductPicture } from '../../src/catalog/set-product-picture.ts'
import { Connection } from '../../src/connections/connection.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { storeBankList } from '../../src/modules/bank-lists/store-bank-list.ts'
import { examineForm } from '../../src/modules/notification-rules/examine-form.ts'
import { fingerprintSentence, makeRule } from '../../src/modules/notification-rules/make-rule.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { storeUnread } from '../../src/money/unread/store-unread.ts'
import { createUser } from '../../src/people/create-user.ts'
import { pages } from '../kit/parts.ts'
import { invoice, newCustomer, openStall, pay } from '../orders/store.ts'
import { createVisitor, type Visitor } from './browse.ts'
import { password } from './dashboard/members.ts'
import type { WebShop } from './web-shop.ts'

/**
 * Fills a shop with some of everything: payments, an order, a product with a picture, a customer, money in review.
 * Returns one address of every page for merchants.
 */
export async function fillShop(shop: WebShop): Promise<string[]> {
  const stall = await openStall(shop.app, shop.demo)
  const customer = await newCustomer(stall)
  const { order, payment } = await invoice(stall, customer, { shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  const open = await shop.invoice()
  const near = await shop.api('/create-payment', { body: { amount: 40_000, payment_method: 'wallet_direct' } })
  await shop.sandbox('/transfers', { connector: 'wallet', amount: near.body.data.final_amount - 2 })
  await shop.hurry()
  await shop.work()
  const { sql } = shop.app
  const { accountId } = shop.demo
  const [transfer] = await sql.query<{ id: number }>(
    `select id from transfer where state = 'review' and account_id = $1`,
    [accountId],
  )
  const [connection] = await sql.query<{ id: number }>('select id from connection where account_id = $1', [accountId])
  const [product] = await sql.query<{ id: string }>(
    `select public_id as id from product where key = 'mug' and account_id = $1`,
    [accountId],
  )
  const large = { key: null, name: 'Besar', price: 5000, isActive: true }
  const sizes = { key: null, name: 'Ukuran', choicesMin: 0, choicesMax: 1, options: [large] }
  await changeOptions(shop.app, { ...commandActor, accountId }, product!.id, { save: sizes })
  const phone = await createConnection(shop.app, {
    accountId,
    connector: 'mutations',
    mode: 'test',
    label: 'HP',
    isActive: false,
    credentials: { ...mutationPhone, method: 'wallet_qris' },
  })
  await storeUnread(shop.app, { accountId, connectionId: phone }, [
    {
      reference: 'unread',
      packageName: 'id.dana',
      isChosen: true,
      title: 'DANA',
      text: unknownWords,
      isWithheld: false,
      amount: null,
      occurredAt: null,
      reason: 'sentence',
    },
  ])
  const [unread] = await sql.query<{ id: number }>('select id from unread_notification where connection_id = $1', [
    phone,
  ])
  const [form] = await sql.query<{ id: number }>(
    'select form_id as id from notification_form_example where unread_id = $1',
    [unread!.id],
  )
  const merchant = { ...commandActor, accountId }
  const { rule } = await examineForm(shop.app, merchant, form!.id)
  const made = { formId: form!.id, seen: fingerprintSentence(rule!.drawn.lesson!) }
  const ruleId = await makeRule(shop.app, merchant, made)
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await setProductPicture(shop.app, { accountId, ...commandActor }, product!.id, {
    name: 'mug.png',
    bytes,
  })
  const list = await storeBankList(
    shop.app,
    { ...commandActor, accountId, mode: 'test' },
    { connectionId: phone, list: bankList },
  )
  const hook = { url: 'https://shop.example/events' }
  const { endpoint } = await createWebhook(shop.app, { accountId, mode: 'test' }, hook, commandActor)
  const asked = { title: 'Iuran', amount: 50_000, customer_name: 'Budi', parts: true }
  const { bill } = (await shop.api('/create-bill', { body: asked })).body
  const [card] = await sql.query<{ id: number }>(
    `insert into customer_card (account_id, mode, name, phone, tags, addresses, first_seen_at, last_seen_at)
     values ($1, 'test', 'Budi', '0812-3456-7890', '{langganan}', '{Jl. Kopi 1}', now(), now()) returning id`,
    [accountId],
  )
  return [
    ...plainPaths,
    `/dashboard/payments/${open}`,
    `/dashboard/payments/${payment.invoiceId}/refund`,
    `/dashboard/bills/${bill}`,
    `/dashboard/review/${transfer!.id}`,
    `/dashboard/orders/${order.orderNumber}`,
    `/dashboard/order-shipping?orders=${order.orderNumber}`,
    ...['slip', 'label', 'kitchen'].map(as => `/dashboard/order-papers?as=${as}&orders=${order.orderNumber}`),
    `/dashboard/endpoints/one?endpoint=${endpoint.id}`,
    `/dashboard/catalog/${product!.id}`,
    `/dashboard/catalog/${product!.id}/options`,
    `/dashboard/customers/${customer}`,
    `/dashboard/people/${card!.id}`,
    `/dashboard/connections/${connection!.id}`,
    `/dashboard/connections/${connection!.id}/qris`,
    ...['credentials', 'forwarder', 'trace', `unread/${unread!.id}`].map(
      page => `/dashboard/connections/${phone}/${page}`,
    ),
    '/dashboard/connections/add/mutations',
    `/dashboard/authorize?${askedAccess}`,
    `/dashboard/bank-lists/${list}`,
    `/dashboard/notification-rules/forms/${form!.id}`,
    `/dashboard/notification-rules/${ruleId}`,
  ]
}

const askedAccess = new URLSearchParams({
  app: 'Plugin Toko',
  scopes: 'payments,orders',
  return: 'https://plugin.example/return?shop=7',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
})

const unknownWords = 'Hore! Duit Rp10.017 dari SITI CONTOH nyampe ke kantongmu.'

const listed = { time: null, reference: null, balanceCents: null }
const bankList = {
  lines: [{ ...listed, line: 2, day: '2026-10-01', amount: 88_123, text: 'TRSF E-BANKING CR SITI' }],
  outgoing: 0,
  pending: 0,
  odd: [],
  hasBalances: false,
  broken: [],
  accountNumber: null,
  period: { first: '2026-10-01', last: '2026-10-01' },
}

const mutationPhone = { dialect: 'native', apps: ['id.dana'], account: '081200000009', secret: 'x'.repeat(40) }

/** These pages are empty without a parameter. */
export const needQuery = [
  '/dashboard/person-data',
  '/dashboard/refund-proof',
  '/dashboard/place',
  '/dashboard/order-papers',
  '/dashboard/order-shipping',
  '/dashboard/endpoints/one',
]
const plainPaths = pages
  .map(({ path }) => path)
  .filter(path => path.startsWith('/dashboard') && !path.includes(':') && !needQuery.includes(path))
/** Returns one address of every page for operators. */
export async function operatorPathsOf({ app, demo, operator }: WebShop): Promise<string[]> {
  const own = await app.em('installation').findOneOrFail(Connection, { account: operator.accountId })
  const plain = pages.map(({ path }) => path).filter(path => /^\/operator(\/(?!sign-)[^:]*)?$/.test(path))
  return [
    ...plain,
    `/operator/accounts/${demo.accountId}`,
    '/operator/providers/add/snap',
    `/operator/providers/${own.id}/credentials`,
  ]
}

let operators = 0

/** Creates an operator of the installation who has just signed in with the password. */
export async function signInAsOperator(shop: WebShop): Promise<Visitor & { username: string }> {
  const username = `penjaga-${++operators}`
  await createUser(shop.app, { username, password, isOperator: true })
  const visitor = createVisitor(shop)
  await visitor.post('/operator/sign-in', { act: 'in', username, password })
  return Object.assign(visitor, { username })
}
