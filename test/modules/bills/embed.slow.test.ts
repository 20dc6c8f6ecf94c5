import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stripTypes } from '../../../src/lib/scripts/strip-types.ts'
import { parseWebOrigin } from '../../../src/modules/bills/parse-web-origin.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { createVisitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { checkBill, makeBill } from './stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const site = 'https://toko.example'
const page = '/dashboard/bill-button'
const browser = 'AAAAAAAAAAAAAAAAAAAAAA'
const name = (origins: string) => signInAs(shop).then(owner => owner.post(page, { act: 'sites', origins }))
const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy'])

const noOrigins = [
  ...[
    '*',
    'https://*',
    'https://*.example',
    'https://a/b',
    'https://a?b',
    'https://a#b',
    'https://u:p@a',
    'a;b',
    'a b',
  ],
  ...["'self'", 'data:', 'javascript:alert(1)', 'https:', 'https://', 'https://a,b', 'https://[::1]', 'https://a_b'],
  ...['https://a%3bscript-src', 'https://a\r\nx: y', 'https://a\\b', 'ftp://a', 'https://a:99999', ''],
]

test.each<[string, string | null]>([
  ['https://toko.example', 'https://toko.example'],
  ['  HTTPS://Toko.Example:443/ ', 'https://toko.example'],
  ['toko.example', 'https://toko.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://kopi.例え.jp', 'https://kopi.xn--r8jz45g.jp'],
  ['https://toko.example:8443', 'https://toko.example:8443'],
  ...noOrigins.map((wrong): [string, null] => [wrong, null]),
])('the origin of %j is %j', (typed, origin) => {
  expect(parseWebOrigin(typed)).toBe(origin)
})

describe('embedding sites', () => {
  test('embedding sites are entered on the dashboard, once each, and invalid ones are shown again', async () => {
    expect((await name(`${site}/\nHTTPS://TOKO.example:443\n\nlocal.example`)).status).toBe(303)
    const owner = await signInAs(shop)
    expect((await owner.get(page)).text).toContain('https://toko.example\nhttps://local.example</textarea>')
    for (const wrong of ['*', 'https://a/b', 'https://a; script-src *', 'https://u:p@a', ...['<b>']]) {
      const answer = await owner.post(page, { act: 'sites', origins: `${site}\n${wrong}` })
      expect(answer.status, wrong).toBe(400)
      expect(answer.text).toMatch(/Situs “/)
      expect(answer.text).toContain('aria-invalid="true"')
    }
    const many = Array.from({ length: 21 }, (_, at) => `https://s${at}.example`).join('\n')
    expect((await owner.post(page, { act: 'sites', origins: many })).status).toBe(400)
    expect((await owner.get(page)).text).toContain('https://toko.example\nhttps://local.example</textarea>')
    const helper = await signInAs(shop, { role: 'read_only' })
    expect((await helper.post(page, { act: 'sites', origins: '' })).status).toBe(403)
  })

  test('only embedding sites can show the frame, and no site can show any other page', async () => {
    await name(site)
    const bill = await makeBill(shop, { amount: 50_000 })
    const framed = await shop.page(`/embed/${bill.slug}?parent=${encodeURIComponent(site)}`)
    expect(framed.status).toBe(200)
    expect(policyOf(framed.headers)).toMatch(/frame-ancestors https:\/\/toko\.example; /)
    expect(framed.headers['x-frame-options']).toBeUndefined()
    expect(framed.text).toContain(`data-parent="${site}"`)
    const stranger = await shop.page(`/embed/${bill.slug}?parent=https://lain.example`)
    expect(stranger.text).toContain('data-parent=""')
    for (const path of [`/b/${bill.slug}`, '/embed/tidak-ada', '/', '/sign-in']) {
      const { headers } = await shop.page(path, { accept: 'text/html' })
      expect(policyOf(headers), path).toContain("frame-ancestors 'none'")
      expect(headers['x-frame-options'], path).toBe('DENY')
    }
    await name('')
    expect(policyOf((await shop.page(`/embed/${bill.slug}`)).headers)).toContain("frame-ancestors 'none'")
  })

  test('embedding sites are validated again, so that an archive cannot break the header', async () => {
    const bill = await makeBill(shop, { amount: 50_000 })
    const set = (origins: string[]) =>
      shop.app.sql.write('update account set embed_origins = $2 where id = $1', [shop.demo.accountId, origins])
    await set([site, 'https://a; script-src *', '*'])
    const { headers } = await shop.page(`/embed/${bill.slug}`)
    expect(policyOf(headers)).toMatch(/frame-ancestors https:\/\/toko\.example; /)
    expect(policyOf(headers)).not.toContain('*')
    await set([])
  })
})

describe('the frame', () => {
  test('the frame creates a payment, shows its code in place, and identifies the browser by its address', async () => {
    await name(site)
    const bill = await makeBill(shop, { kind: 'many', amount: 15_000, thanks: 'Sampai jumpa' })
    const path = `/embed/${bill.slug}?parent=${encodeURIComponent(site)}&browser=${browser}`
    const visitor = createVisitor(shop)
    const [, action] = /action="([^"]*)"/.exec((await visitor.get(path)).text)!
    expect(visitor.cookies.size).toBe(0)
    const first = await visitor.post(action!.replaceAll('&amp;', '&'), { amount: '1' })
    expect(first.status).toBe(303)
    expect(first.location).toMatch(new RegExp(`^/embed/${bill.slug}\\?.*invoice=INV-`))
    // A second frame of the same browser, which received no cookie.
    expect((await createVisitor(shop).post(path, {})).location).toContain(invoiceOf(first.location!))
    expect((await createVisitor(shop).post(path.replace('AAAA', 'BBBB'), {})).location).not.toContain(
      invoiceOf(first.location!),
    )
    await shop.work()
    const shown = await visitor.get(first.location!)
    expect(shown.text).toContain('data-testid="qr"')
    expect(shown.text).not.toContain('<form')
    expect(shown.text).toContain('target="_blank"')
    await payInvoice(shop, invoiceOf(first.location!))
    const paid = await visitor.get(first.location!)
    expect(paid.text).toContain('data-phase="paid"')
    expect(paid.text).toContain('Sampai jumpa')
    expect((await checkBill(shop, bill.bill)).payments).toMatchObject([{ amount: 15_000 }, { amount: 15_000 }])
  })

  test('the frame shows no payment of another bill, and accepts no form of another site', async () => {
    const [bill, other] = [await makeBill(shop, { amount: 50_000 }), await makeBill(shop, { amount: 60_000 })]
    const opened = await createVisitor(shop).post(`/embed/${other.slug}`, {})
    expect(opened.status, opened.text).toBe(303)
    const foreign = await shop.page(`/embed/${bill.slug}?invoice=${invoiceOf(opened.location!)}`)
    expect(foreign.text).not.toContain('data-testid="qr"')
    const forged = await createVisitor(shop).post(`/embed/${bill.slug}`, {}, { 'sec-fetch-site': 'cross-site' })
    expect(forged.status).toBe(403)
    expect((await checkBill(shop, bill.bill)).payments).toEqual([])
  })
})

test('the embedding script weighs less than 10 KB and may be loaded by any page', async () => {
  const { status, headers, bytes } = await shop.page('/embed.js')
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('javascript')
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(bytes.length).toBeLessThan(10 * 1024)
  expect(bytes.toString()).toBe(stripTypes(fs.readFileSync('src/web/assets/embed.ts', 'utf8')))
})

function invoiceOf(location: string): string {
  return /invoice=(INV-[0-9A-Z]{20})/.exec(location)![1]!
}
