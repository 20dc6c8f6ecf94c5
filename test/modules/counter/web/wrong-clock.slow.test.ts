import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toLocalTime } from '../../../../src/lib/wall-clock.ts'
import { makeClockShift, wrongClocks } from '../../../kit/wrong-clock.ts'
import { payInvoice } from '../../../orders/pay-invoice.ts'
import { openCounter, pin } from '../sales-stand.ts'
import { pairedDevice } from '../stand.ts'
import { openBox, openLine, openWorld, patience, payable, switchOn, type World } from './soundbox-stand.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await openCounter(world.shop)
})
afterAll(() => world[Symbol.asyncDispose]())

async function openPhone(script: string): Promise<BrowserContext> {
  const context = await world.browser.newContext({ locale: 'id-ID', viewport: { width: 360, height: 740 } })
  await context.addInitScript(script)
  return context
}

/** Returns the error of the clock that a page of the browser reads, in milliseconds. */
async function offBy(page: Page): Promise<number> {
  return (await page.evaluate<number>('Date.now()')) - Date.now()
}

/** Returns a pattern for the written form of the current minute and of the one before. */
function momentsNow(write: (now: Date) => string): RegExp {
  const minutes = [0, 1, 2].map(ago => write(new Date(world.shop.app.now().getTime() - ago * 60_000)))
  return new RegExp(minutes.map(moment => /^.*?\d\d[.:]\d\d/.exec(moment)![0].replaceAll('.', '\\.')).join('|'))
}

describe.each(wrongClocks)('a phone whose clock is %s', (_name, ms) => {
  test("the remaining time to pay follows the shop's clock, not the phone's", async () => {
    const { shop } = world
    const { invoiceId } = await payable(world, 7_000)
    await using phone = await openPhone(makeClockShift(ms))
    const page = await phone.newPage()
    await page.goto(`${shop.pagesUrl}/pay?invoice=${invoiceId}`)
    expect(Math.abs((await offBy(page)) - ms)).toBeLessThan(10_000)
    const left = await page.locator('[data-countdown]').textContent()
    const status = await fetch(`${shop.pagesUrl}/pay/status?invoice=${invoiceId}`)
    const { now, expires_at: expiresAt } = (await status.json()) as Record<string, string>
    const leftS = (Date.parse(expiresAt!) - Date.parse(now!)) / 1000
    const [minutes, seconds] = left!.split(':').map(Number)
    expect(Math.abs(minutes! * 60 + seconds! - leftS)).toBeLessThan(10)
    // The page changes to paid automatically.
    await payInvoice(shop, invoiceId)
    await shop.workUntil(() => page.getByTestId('outcome').isVisible())
  })

  test('a soundbox with a wrong clock reports that it is offline, and later what it missed', async () => {
    const { shop } = world
    const line = await openLine(world)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => line.close())
    const box = stack.use(await openBox(world, { url: line.url, script: makeClockShift(ms) }))
    await switchOn(box)
    const { invoiceId, words } = await payable(world, 5_000)
    line.freeze()
    const frozenAt = Date.now()
    await box.heard('cut')
    expect(Date.now() - frozenAt).toBeLessThan(10_000)
    await payInvoice(shop, invoiceId)
    line.thaw()
    await box.heard('paid')
    const names = (await box.played()).map(({ name }) => name)
    expect(names.slice(names.indexOf('back'))).toEqual(['back', 'missed', ...words])
    const listed = await box.page.locator('#paid li').first().textContent()
    expect(listed).toContain('terlewat')
    expect(listed).toMatch(momentsNow(now => toLocalTime(shop.app.config.timeZone, now, 'id').time))
  })

  test("a phone with a wrong clock sells at the counter, with the shop's time on receipt and list", async () => {
    const { shop } = world
    const { token } = await pairedDevice(shop)
    await using phone = await openPhone(makeClockShift(ms))
    await phone.addCookies([{ name: 'warung-kasir', value: token, url: `${shop.pagesUrl}/kasir` }])
    const page = await phone.newPage()
    await page.goto(`${shop.pagesUrl}/kasir`)
    await page.getByLabel('PIN enam angka').fill(pin)
    await page.keyboard.press('Enter')
    await page.getByLabel('Uang tunai di laci').fill('0')
    await page.keyboard.press('Enter')
    await page.locator('#amount').fill('15000')
    await page.locator('#pay-cash').click()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('#outcome').textContent(), patience).toBe('LUNAS')
    const onTheReceipt = momentsNow(now => {
      const { day, time } = toLocalTime(shop.app.config.timeZone, now, 'id')
      return `${day}, ${time}`
    })
    expect(await page.locator('#receipt').innerText()).toMatch(onTheReceipt)
    await page.getByRole('button', { name: 'Penjualan baru' }).click()
    await page.getByRole('button', { name: 'Penjualan hari ini' }).click()
    await expect.poll(() => page.locator('#sales li').count(), patience).toBe(1)
  })
})

test('a phone that sets its clock back requests updates if its stream has fallen silent', async () => {
  const { invoiceId } = await payable(world, 8_000)
  const silent = `globalThis.EventSource = class {
    readyState = 1
    addEventListener() {}
    close() {}
  }`
  await using phone = await openPhone(silent)
  const page = await phone.newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.clock.install()
  await page.goto(`${world.shop.pagesUrl}/pay?invoice=${invoiceId}`)
  await page.clock.setSystemTime(Date.now() - 3_600_000)
  await page.clock.runFor(60_000)
  await expect.poll(() => asked, patience).toContain('/pay/status')
})
