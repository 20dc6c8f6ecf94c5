import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSeriousProblems } from '../../../kit/accessibility.ts'
import { openCounter, pin } from '../sales-stand.ts'
import { pairedDevice } from '../stand.ts'
import { openWorld, patience, type World } from './soundbox-stand.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await openCounter(world.shop)
})
afterAll(() => world[Symbol.asyncDispose]())

// Printers that record the bytes they receive, and the byte at which they disconnect, if any.
const usbPrinter = `
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
    transferOut: async (endpoint, bytes) => {
      if (endpoint !== 2) throw new Error('not the way out')
      window.sent.push([...bytes])
    },
  }
  Object.defineProperty(navigator, 'usb', {
    value: { getDevices: async () => [], requestDevice: async () => device },
  })`
const bluetoothPrinter = `
  Object.assign(window, { sent: [], goneAfter: Infinity, isConnected: false })
  const services = { '000018f0-0000-1000-8000-00805f9b34fb': '00002af1-0000-1000-8000-00805f9b34fb' }
  const writer = {
    writeValueWithResponse: async bytes => {
      if (!window.isConnected || window.sent.length >= window.goneAfter) throw new DOMException('gone', 'NetworkError')
      window.sent.push([...bytes])
    },
  }
  const found = name => {
    if (!name) throw new DOMException('no such service', 'NotSupportedError')
    return name
  }
  const server = {
    getPrimaryService: async service => ({
      getCharacteristic: async name => (found(services[service] === name), writer),
    }),
    disconnect: () => void (window.isConnected = false),
  }
  const gatt = { connect: async () => ((window.isConnected = true), server) }
  const requestDevice = async ({ filters }) => ({ gatt: found(services[filters[0].services[0]]) && gatt })
  Object.defineProperty(navigator, 'bluetooth', { value: { requestDevice } })`
const serialPrinter = `
  Object.assign(window, { sent: [], goneAfter: Infinity, isConnected: false, ports: [] })
  class Port {
    async open({ baudRate }) {
      if (window.isConnected || baudRate !== 9600) throw new DOMException('open already', 'InvalidStateError')
      window.isConnected = true
      // The port of a computer takes what it is given in pieces.
      this.writable = new WritableStream({
        write: bytes => {
          for (let at = 0; at < bytes.length; at += 64) {
            if (window.sent.length >= window.goneAfter) throw new DOMException('gone', 'NetworkError')
            window.sent.push([...bytes.subarray(at, at + 64)])
          }
        },
      })
    }
    async close() {
      if (this.writable.locked) throw new TypeError('still locked')
      window.isConnected = false
    }
  }
  Object.defineProperty(navigator, 'serial', {
    value: { getPorts: async () => window.ports, requestPort: async () => (window.ports = [new Port()])[0] },
  })`

/**
 * Opens a counter with a receipt on it, in a browser with this printer; `asked` are the paths requested since its
 * start.
 */
async function openReceipt(printer: string) {
  const context = await world.browser.newContext({ locale: 'id-ID', viewport: { width: 360, height: 740 } })
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
  return {
    context,
    page,
    asked,
    /** Returns the receipt as the shop created it. */
    async receipt(): Promise<Buffer> {
      const address = await page.locator('#print-file').getAttribute('href')
      return (await context.request.get(new URL(address!, url).href)).body()
    },
    sent: () => page.evaluate<number[][]>('window.sent'),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

test('a receipt is printed without a driver, by a script that is loaded only for that', async () => {
  await using opened = await openReceipt(usbPrinter)
  const { page, asked } = opened
  expect(asked).not.toContain('/assets/kasir-printer.js')
  await page.getByText('Printer struk 58 mm').click()
  await page.getByRole('button', { name: 'USB' }).click()
  await page.getByText('Terkirim ke printer.').waitFor()
  expect(Buffer.from((await opened.sent()).flat()).equals(await opened.receipt())).toBe(true)
  expect(await findSeriousProblems(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)

  // A printer that is switched off is reported, and the file is still available.
  await page.evaluate("navigator.usb.requestDevice = async () => { throw new Error('no power') }")
  await page.getByRole('button', { name: 'USB' }).click()
  await expect.poll(() => page.locator('#printer-state').textContent(), patience).toContain('unduh filenya')
})

test.each([
  ['Bluetooth', bluetoothPrinter, 100, 'navigator.bluetooth.requestDevice = async () => { throw none }'],
  ['Port serial', serialPrinter, 64, 'window.ports = []; navigator.serial.requestPort = async () => { throw none }'],
])(
  'every byte arrives by %s, again in full after a printer disappears in the middle',
  async (name, printer, most, unchosen) => {
    await using opened = await openReceipt(printer)
    const { page } = opened
    await page.getByText('Printer struk 58 mm').click()
    const button = page.getByRole('button', { name })
    const state = page.locator('#printer-state')
    await page.evaluate('window.goneAfter = 3')
    await button.click()
    await expect.poll(() => state.textContent(), patience).toContain('unduh filenya')
    expect(await opened.sent()).toHaveLength(3)
    // Another print can begin, because no connection was left open.
    expect(await page.evaluate('window.isConnected')).toBe(false)

    await page.evaluate('Object.assign(window, { goneAfter: Infinity, sent: [] })')
    await button.click()
    await expect.poll(() => state.textContent(), patience).toBe('Terkirim ke printer.')
    const sent = await opened.sent()
    expect(Math.max(...sent.map(({ length }) => length))).toBe(most)
    expect(Buffer.from(sent.flat()).equals(await opened.receipt())).toBe(true)
    expect(await page.evaluate('window.isConnected')).toBe(false)

    // Closing the browser's list of printers shows no message.
    await page.evaluate(`{ const none = new DOMException('none was chosen', 'NotFoundError'); ${unchosen} }`)
    await button.click()
    await expect.poll(() => state.textContent(), patience).toBe('')
  },
)

test('a printer that is busy does not get a second request', async () => {
  await using opened = await openReceipt(serialPrinter)
  const { page } = opened
  await page.getByText('Printer struk 58 mm').click()
  const button = page.getByRole('button', { name: 'Port serial' })
  await button.waitFor()
  // An impatient cashier presses twice before the first press can be answered.
  await page.evaluate(`{
    const button = document.querySelector('[data-printer="serial"]')
    button.click()
    button.click()
  }`)
  await expect.poll(() => page.locator('#printer-state').textContent(), patience).toBe('Terkirim ke printer.')
  expect(Buffer.from((await opened.sent()).flat()).equals(await opened.receipt())).toBe(true)
  expect(await button.isEnabled()).toBe(true)
})
