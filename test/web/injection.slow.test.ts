import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../kit/browser.ts'
import { drawItems } from '../kit/draws/draw-items.ts'
import { payloads } from '../kit/payloads.ts'
import { dropChecks, rotatePayloads, type WritableColumns, writeEverywhere } from '../kit/write-everywhere.ts'
import { signInAs } from './dashboard/members.ts'
import { fillShop, operatorPathsOf, signInAsOperator } from './filled-shop.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

let shop: WebShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** The columns with texts of people, providers and machines, by table. */
const written: WritableColumns = {
  account: ['display_name', 'email'],
  app_user: ['display_name', 'email', 'phone'],
  api_key: ['label'],
  bot: ['username', 'first_name'],
  category: ['name'],
  connection: ['label', 'failing_error'],
  reading: ['last_error'],
  charge: ['last_error'],
  customer: ['name', 'phone', 'address'],
  digital_file: ['original_name'],
  hidden_content: ['title', 'body'],
  product_image: ['original_name'],
  product: ['name', 'description'],
  variant: ['name'],
  store_order: ['customer_name', 'customer_phone', 'address', 'note', 'seller_note', 'coupon_code'],
  order_item: ['product_name', 'variant_name'],
  payment: [
    ...['description', 'customer_name', 'customer_email', 'customer_phone', 'reference'],
    ...['payer_name', 'payer_app', 'paid_reff_num', 'end_reason'],
  ],
  transfer: ['payer_name', 'payer_app', 'reference', 'reason', 'note'],
  session: ['user_agent'],
  notice: ['last_error'],
  delivery_attempt: ['error', 'response'],
  sweep_run: ['name', 'error'],
  method_maintenance: ['reason'],
  merchant_chat: ['name'],
  withdrawal: ['bank', 'number', 'holder', 'note'],
  inbox: ['error', 'reference'],
}

const atOnce = 12

test('no text of a user runs as a script, in any field of any page', { timeout: 600_000 }, async () => {
  const paths = await fillShop(shop)
  await addLetters()
  await dropChecks(shop.app.sql, written)
  const paid = paths
    .find(path => path.startsWith('/dashboard/payments/INV'))!
    .split('/')
    .at(-1)!
  const all = [...paths, ...(await operatorPathsOf(shop)), `/pay?invoice=${paid}`]
  const page = await openPage()
  const ran: string[] = []
  page.on('dialog', dialog => {
    ran.push(`${dialog.type()} at ${page.url()}`)
    void dialog.dismiss()
  })
  page.on('request', request => {
    if (!request.url().startsWith(shop.pagesUrl) && !request.url().startsWith('data:')) ran.push(request.url())
  })
  const seen = new Set<string>()
  for (const { some, texts } of drawItems([...rotatePayloads(payloads, atOnce)], 3)) {
    await writeEverywhere(shop.app.sql, written, texts)
    for (const path of all) {
      const answer = await page.goto(shop.pagesUrl + path, { waitUntil: 'domcontentloaded' })
      expect(answer!.status(), path).toBe(200)
      const { hacked, text } = await page.evaluate<{ hacked: string; text: string }>(look)
      if (hacked !== 'undefined') ran.push(`${path} with ${some[0]}`)
      if (some.some(one => text.includes(one.trim()))) seen.add(path)
    }
  }
  expect(ran).toEqual([])
  // As a control: the payloads did reach the pages, as text.
  expect(seen.size).toBeGreaterThan(20)
})

const look = `({
  hacked: typeof window.hacked,
  text: document.body.innerText + [...document.querySelectorAll('input, textarea')].map(e => e.value).join(),
})`

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ locale: 'id-ID' })
  const visitors = [await signInAs(shop), await signInAsOperator(shop)]
  const cookies = visitors.flatMap(({ cookies }) => [...cookies])
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: shop.pagesUrl })))
  const page = await context.newPage()
  await page.route(/\.(css|woff2|png|svg|webp|jpe?g)$/, route => route.abort())
  return page
}

/** Adds rows that otherwise only failures create. */
async function addLetters(): Promise<void> {
  const { sql } = shop.app
  await sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values (1, $1, 'test', 'toko_bot', 'Toko', '{}', 'none', 'hook')`,
    [shop.demo.accountId],
  )
  await sql.write(
    `insert into inbox (bot_id, update_id, person_id, payload, state, ended_at, error, reference)
     values (1, 700, 77, '{}', 'dead', now(), 'x', 'x')`,
  )
  await sql.write(
    `insert into notice (bot_id, chat_id, account_id, kind, dedupe_key, data, state, next_at, created_at, ended_at,
      last_error)
     values (1, 77, $1, 'merchant.order_new', 'x', '{}', 'failed', now(), now(), now(), 'x')`,
    [shop.demo.accountId],
  )
  await sql.write(
    `insert into sweep_run (name, every_ms, ran_at, took_ms, failures, error, failed_at)
     values ('x', 1000, now(), 1, 2, 'x', now())`,
  )
}
