import { randomInt, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePicture } from '../../../packages/qris/src/decode-picture.ts'
import { Connection } from '../../../src/connections/connection.ts'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { openForwarder } from '../../../src/connections/open-forwarder.ts'
import { makeStaticCode } from '../../../src/connectors/simulator/qris-code.ts'
import { Payment } from '../../../src/payments/payment.ts'
import { qrPng } from '../../../src/qris/picture.ts'
import { forward, money, nativeHeaders, now } from '../../connectors/mutations/phone.ts'
import { openBrowser } from '../../kit/browser.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { password } from './members.ts'

let shop: WebShop
let browser: Browser

/** The simulators at a separate address: a live connection must not lead back to this installation. */
let provider: http.Server

beforeAll(async () => {
  provider = http.createServer((request, response) => {
    const { method, headers, url } = request
    const { hostname, port } = new URL(shop.sandboxUrl)
    const onward = http.request({ hostname, port, method, path: url, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const settings = { OUTBOUND_ALLOW: `127.0.0.1:${(provider.address() as AddressInfo).port}` }
  shop = await createWebShop({}, { chatUrl: '/telegram/', createPayment: async () => '' }, { settings })
  browser = await openBrowser()
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await browser.close()
  await shop.close()
})

const gateways = ['midtrans', 'xendit', 'duitku', 'tripay', 'ipaymu'] as const
const widths = [390, 1280]
const languages = ['id', 'en'] as const
const screens = widths.flatMap(width => languages.map(language => ({ width, language })))
const names = { midtrans: 'Midtrans', xendit: 'Xendit', duitku: 'Duitku', tripay: 'Tripay', ipaymu: 'iPaymu' }

const words = {
  id: {
    locale: 'id-ID',
    shop: 'Nama toko',
    password: 'Kata sandi',
    open: 'Buka toko',
    steps: 'Lihat semua langkah',
    account: 'Hubungkan rekening',
    accountStep: 'Hubungkan rekening untuk uangmu',
    trial: 'Buat pembayaran percobaan',
    firstStep: 'Buktikan dengan uang sungguhan',
    printed: 'QRIS cetak di kasir',
    apps: 'Centang aplikasi di HP itu',
    newPayment: 'Tampilkan QRIS',
    missing: 'Belum ada rekening atau penyedia yang dihubungkan di mode live.',
    connect: 'Hubungkan',
    advanced: 'Lanjutan',
    prove: 'Buktikan dengan pembayaran percobaan',
    start: 'Buat kodenya',
    first: 'Rupiah pertama sudah diterima',
  },
  en: {
    locale: 'en-US',
    shop: 'Shop name',
    password: 'Password',
    open: 'Open the shop',
    steps: 'See all steps',
    account: 'Connect an account',
    accountStep: 'Connect the account for your money',
    trial: 'Make a proof payment',
    firstStep: 'Prove it with real money',
    printed: 'A printed QRIS',
    apps: 'Tick the apps on that phone',
    newPayment: 'Show the QRIS',
    missing: 'No account or provider is connected in live mode yet.',
    connect: 'Connect',
    advanced: 'Advanced',
    prove: 'Prove it with a payment',
    start: 'Make the code',
    first: 'First rupiah received',
  },
}

/** Counts the presses and the fields of a person on the way through the pages. */
function walker() {
  const count = { presses: 0, fields: 0 }
  return {
    count,
    async press(target: ReturnType<Page['locator']>) {
      count.presses++
      await target.click()
    },
    async fill(target: ReturnType<Page['locator']>, value: string) {
      count.fields++
      await target.fill(value)
    },
  }
}

type Walker = ReturnType<typeof walker>
type Words = (typeof words)['id']

async function signUp(page: Page, say: Words, { press, fill }: Walker): Promise<void> {
  await page.goto(`${shop.pagesUrl}/sign-up`)
  await fill(page.getByLabel(say.shop), `Toko ${randomInt(1e9)}`)
  await fill(page.getByLabel(say.password), password)
  await press(page.getByRole('button', { name: say.open, exact: true }))
  await page.waitForURL('**/dashboard**')
}

/** Goes from the home page through the guide, which names the missing steps, to the list of banks and gateways. */
async function openAccounts(page: Page, say: Words, { press }: Walker): Promise<void> {
  await press(page.getByRole('link', { name: say.steps, exact: true }))
  await page.waitForURL('**/dashboard/guide')
  expect(await ticked(page)).toEqual([])
  await page.getByText(say.missing).first().waitFor()
  await press(page.getByRole('button', { name: say.account, exact: true }))
  await page.waitForURL('**/dashboard/connections')
}

/** Returns the completed steps of the guide. */
function ticked(page: Page): Promise<string[]> {
  return page.locator('ol.guide li.ready b').allTextContents()
}

/** Saves pictures of the walk in the folder that `WALK_PICTURES` names. */
function lookAt(page: Page, name: string) {
  const folder = process.env.WALK_PICTURES
  return async (step: string) => {
    if (folder) await page.screenshot({ path: `${folder}/${name}-${step}.png`, fullPage: true })
  }
}

/** Returns the keys that a sandbox merchant copies from the provider's dashboard, and the sandbox's address. */
async function keysOf(connector: string): Promise<Record<string, string>> {
  const merchant = `8${String(randomInt(1e12)).padStart(15, '0')}`
  const answer = await fetch(`${shop.sandboxUrl}/credentials?connector=${connector}&merchant_id=${merchant}`)
  return answer.json() as Promise<Record<string, string>>
}

describe.each(gateways)('%s', connector => {
  // One network may only sign up ten shops an hour.
  beforeAll(() => shop.advance(3_700))

  // The pages of all gateways differ only in the keys: the test walks one of them in all variants, and the others in
  // one each, unless it takes pictures.
  test.each(
    connector === 'midtrans' || process.env.WALK_PICTURES
      ? screens
      : [screens[gateways.indexOf(connector) % screens.length]!],
  )(
    'sign-up to the first paid live invoice takes 12 presses and 6 fields ($width, $language)',
    { timeout: 60_000 },
    async ({ width, language }) => {
      const say = words[language]
      const context = await browser.newContext({ locale: say.locale, viewport: { width, height: 844 } })
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      const walk = walker()
      const { count, press, fill } = walk
      const button = (name: string) => page.getByRole('button', { name, exact: true })

      const look = lookAt(page, `${connector}-${width}-${language}`)
      await signUp(page, say, walk)
      await look('home')
      await openAccounts(page, say, walk)
      await look('doors')
      await press(page.getByRole('link', { name: names[connector], exact: true }))
      await page.waitForURL('**/add/**')
      expect(await page.locator('ol.steps li').count()).toBe(3)
      expect(await page.locator('a[target="_blank"]').getAttribute('href')).toMatch(/^https:\/\//)

      await look('keys')
      const keys = await keysOf(connector)
      const asked = shop.app.connectors[connector].form.filter(one => !one.isOptional)
      for (const { name } of asked) await fill(page.locator(`[name="${name}"]`), ` "${keys[name]}" `)
      await press(page.locator('details summary', { hasText: say.advanced }))
      const { port } = provider.address() as AddressInfo
      const address = new URL(keys.base_url!)
      address.port = String(port)
      await fill(page.locator('[name="base_url"]'), address.href)
      await press(button(say.connect))
      await page.waitForURL('**/dashboard/connections/*tested=1*')

      await look('connected')
      await press(page.getByRole('link', { name: say.prove, exact: true }).first())
      await press(button(say.start))
      await page.waitForURL('**/proof?invoice=*')
      const code = page.getByTestId('qr')
      const isShown = async () => {
        await shop.work()
        return code.isVisible()
      }
      await expect.poll(isShown, { timeout: 30_000, interval: 250 }).toBe(true)
      await look('proof')
      const [qris] = await decodePicture(await code.screenshot(), 10_000_000)
      expect((await shop.sandbox('/transfers', { qris })).status).toBe(200)
      await shop.workUntil(async () => (await page.getByText(say.first).count()) > 0)
      expect(await page.locator('[data-step="paid"]').getAttribute('data-state')).toBe('done')
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      const invoiceId = new URL(page.url()).searchParams.get('invoice')!
      expect(await shop.app.em('installation').findOne(Payment, { invoiceId })).toMatchObject({
        status: 'paid',
        mode: 'live',
      })
      await look('paid')
      expect(count.presses).toBeLessThanOrEqual(12)
      expect(count.fields).toBeLessThanOrEqual(6)
      await page.goto(`${shop.pagesUrl}/dashboard/guide`)
      await look('guide')
      expect(await ticked(page)).toEqual([say.accountStep, say.firstStep])
      await context.close()
    },
  )
})

describe('a printed QRIS', () => {
  beforeAll(() => shop.advance(3_700))

  test.each([screens[0]!, screens[3]!])(
    'sign-up to the first paid live invoice by printed QRIS takes 12 presses and 6 fields ($width, $language)',
    { timeout: 60_000 },
    async ({ width, language }) => {
      const say = words[language]
      const context = await browser.newContext({ locale: say.locale, viewport: { width, height: 844 } })
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      const look = lookAt(page, `printed-${width}-${language}`)
      const walk = walker()
      const { count, press } = walk
      await signUp(page, say, walk)
      await openAccounts(page, say, walk)
      await press(page.getByRole('link', { name: say.printed, exact: true }))
      await page.waitForURL('**/add/**')
      await look('form')
      await page.getByText(say.apps).waitFor()
      count.fields++
      const printed = qrPng(makeStaticCode(`CETAK.${randomInt(1e6, 9e6)}`, 'Toko Melati'), { scale: 6 })
      await page.locator('[name="image"]').setInputFiles({ name: 'qris.png', mimeType: 'image/png', buffer: printed })
      await press(page.locator('input[name="apps"][value*="com.gojek.gopaymerchant"]'))
      await press(page.getByRole('button', { name: say.connect, exact: true }))
      await page.waitForURL('**/qris*')
      await page.getByText('Toko Melati').first().waitFor()
      await look('code')

      // The phone is paired by scanning the code with its camera, and reports its first notification.
      const connectionId = Number(/connections\/(\d+)/.exec(page.url())![1])
      const { account } = await shop.app.em('installation').findOneOrFail(Connection, { id: connectionId })
      const scope = { accountId: account.id, mode: 'live' as const }
      const { secret } = await openForwarder(shop.app, scope, connectionId)
      const report = (amount: number) =>
        forward(shop, connectionId, gopayMerchant(amount), nativeHeaders(now(), secret, randomUUID()))
      await report(10_000 + randomInt(9_000))
      await page.goto(`${shop.pagesUrl}/dashboard/guide`)
      await look('guide')
      await press(page.getByRole('button', { name: say.trial, exact: true }))
      await page.waitForURL('**/new-payment**')
      await look('new-payment')
      await press(page.getByRole('button', { name: say.newPayment, exact: true }))
      await page.waitForURL('**/payments/INV-**')
      await look('payment')
      const [, invoiceId = ''] = /payments\/(INV-[0-9A-Z]{20})/.exec(page.url())!
      const payment = () => shop.app.em('installation').findOneOrFail(Payment, { invoiceId })
      await report((await payment()).finalAmount)
      await shop.workUntil(async () => (await payment()).status === 'paid')
      expect(count.presses).toBeLessThanOrEqual(12)
      expect(count.fields).toBeLessThanOrEqual(6)
      await page.goto(`${shop.pagesUrl}/dashboard/guide`)
      expect(await ticked(page)).toEqual([say.accountStep, say.firstStep])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      await context.close()
    },
  )
})

/** Returns a notification with the wording of the GoPay Merchant app. */
function gopayMerchant(amount: number) {
  return {
    ...money(amount, { package_name: 'com.gojek.gopaymerchant' }),
    event_id: randomUUID(),
    title: 'Pembayaran QRIS statis diterima',
    text: `Rp ${amount.toLocaleString('id')} di TOKO MELATI, Makanan & Minuman.`,
  }
}

test('the status light turns green while the page is open, and the copy button keeps the focus', {
  timeout: 60_000,
}, async () => {
  const context = await browser.newContext({ locale: 'id-ID' })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const name = `Toko Lampu ${randomInt(1e9)}`
  await page.goto(`${shop.pagesUrl}/sign-up`)
  await page.getByLabel('Nama toko').fill(name)
  await page.getByLabel('Kata sandi').fill(password)
  await page.getByRole('button', { name: 'Buka toko' }).click()
  await page.waitForURL('**/dashboard**')
  const [account] = await shop.app.sql.query<{ id: number }>('select id from account where display_name = $1', [name])
  const common = { accountId: account!.id, mode: 'test' as const, label: 'Xendit' }
  const credentials = await keysOf('xendit')
  const id = await createConnection(shop.app, { ...common, connector: 'xendit', credentials })
  await page.goto(`${shop.pagesUrl}/dashboard/connections/${id}`)
  const copy = page.getByRole('button', { name: 'Salin', exact: true })
  await copy.click()
  await page.getByText('Menunggu notifikasi pertama').waitFor()
  await shop.app.sql.write('update reading set reported_at = $2 where connection_id = $1', [id, shop.app.now()])
  await page.getByText('Notifikasi terbukti asli').waitFor()
  expect(await copy.isVisible()).toBe(true)
  await context.close()
})
