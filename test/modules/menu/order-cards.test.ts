import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../kit/mailbox.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

// Also uses: customer-mail, customers

let mailbox: Mailbox
let shop: WebShop
beforeAll(async () => {
  mailbox = await openMailbox()
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Warung <warung@example.id>' }
  shop = await createWebShop({}, {}, { settings })
  await openMenu(shop, 'surel')
  await shop.app.sql.write('insert into shop_rules (account_id, tables) values ($1, 4)', [shop.demo.accountId])
})
afterAll(async () => {
  await shop?.close()
  await mailbox?.close()
})

const inForm = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

test('the page of an order offers news by e-mail, and links to what the shop stores about its customer', async () => {
  const guest = createVisitor(shop)
  const [latte] = await shop.app.sql.query<{ id: string }>(
    "select v.public_id as id from variant v join product p on p.id = v.product_id where p.key = 'latte'",
  )
  const milk = { choice_susu: 'susu:oat' }
  await guest.post('/m/surel/cart', { do: 'add', variant: latte!.id, quantity: '1', ...milk })
  const cart = (await guest.get('/m/surel/cart')).text
  const form = { once: inForm(cart, 'once'), expected_total: inForm(cart, 'expected_total') }
  const about = { name: 'Sari', receiving: 'dine_in', table: '3' }
  const placed = await guest.post('/m/surel/order', { ...about, ...form })
  const invoice = /invoice=(INV-[0-9A-Z]{20})/.exec(placed.location!)![1]!
  const [, path] = /href="[^"]*(\/m\/surel\/o\/[\w-]{22}[^"]*)"/.exec((await guest.get('/m/surel')).text)!
  const page = (await guest.get(path!)).text
  expect(page).toMatch(/href="[^"]*\/my-data[^"]*"/)
  const [, action] = /action="(\/order-mail\?[^"]*)"/.exec(page)!
  expect(action).toContain(invoice)
  const email = `sari${randomInt(1_000_000)}@example.id`
  const saved = await guest.post(action!, { act: 'wish', email })
  expect(saved.text).toContain(email)
  const wishes = await shop.app.sql.query<{ email: string; invoice: string }>(
    'select email, invoice_id as invoice from customer_mail_wish',
  )
  expect(wishes).toEqual([{ email, invoice }])
})
