import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCounter, pin } from '../../counter/sales-stand.ts'
import { pairedDevice } from '../../counter/stand.ts'
import { seriousFindings } from '../../kit/accessibility.ts'
import { openWorld, patience, type World } from './soundbox-stand.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await openCounter(world.shop)
})
afterAll(() => world[Symbol.asyncDispose]())

// A printer at a USB port that writes down what it is sent.
const printer = `
  window.sent = []
  const alternates = [{ interfaceClass: 7 }]
  const alternate = { endpoints: [{ direction: 'in', endpointNumber: 1 }, { direction: 'out', endpointNumber: 2 }] }
  const device = {
    configuration: null,
    open: async () => {},
    close: async () => {},
    selectConfiguration: async () => {
      device.configuration = { interfaces: [{ interfaceNumber: 0, alternates, alternate }] }
    },
    claimInterface: async () => {},
    transferOut: async (endpoint, bytes) => void window.sent.push([endpoint, [...bytes]]),
  }
  Object.defineProperty(navigator, 'usb', {
    value: { getDevices: async () => [], requestDevice: async () => device },
  })`

test('a receipt goes to a printer without a driver, and its script is fetched for that alone', async () => {
  await using context = await world.browser.newContext({ locale: 'id-ID', viewport: { width: 360, height: 740 } })
  const { token } = await pairedDevice(world.shop)
  const url = `${world.shop.pagesUrl}/kasir`
  await context.addCookies([{ name: 'warung-kasir', value: token, url }])
  const page = await context.newPage()
  await page.addInitScript(printer)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto(url)
  await page.getByLabel('PIN enam angka').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByLabel('Uang tunai di laci').fill('0')
  await page.keyboard.press('Enter')
  await page.locator('#amount').fill('15000')
  await page.locator('#pay-cash').click()
  await page.keyboard.press('Enter')
  await page.locator('#print').waitFor()
  expect(asked).not.toContain('/assets/kasir-printer.js')

  await page.getByText('Printer struk 58 mm').click()
  await page.getByRole('button', { name: 'USB' }).click()
  await page.getByText('Terkirim ke printer.').waitFor()
  const [[endpoint, bytes]] = await page.evaluate<[[number, number[]]]>('window.sent')
  const address = await page.locator('#print-file').getAttribute('href')
  const answer = await context.request.get(new URL(address!, url).href)
  expect(endpoint).toBe(2)
  expect(Buffer.from(bytes).equals(await answer.body())).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)

  // A printer that is switched off is said, and the file is still there.
  await page.evaluate("navigator.usb.requestDevice = async () => { throw new Error('no power') }")
  await page.getByRole('button', { name: 'USB' }).click()
  await expect.poll(() => page.locator('#printer-state').textContent(), patience).toContain('unduh filenya')
})
