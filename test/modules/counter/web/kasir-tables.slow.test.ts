import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Category } from '../../../../src/catalog/category.ts'
import { waitUntilFinished } from '../../../../src/lib/started.ts'
import { listBills } from '../../../../src/modules/counter/tables/change-bill.ts'
import { addStation } from '../../../../src/modules/counter/tables/change-stations.ts'
import { KitchenTicket } from '../../../../src/modules/counter/tables/kitchen-ticket.ts'
import { printTickets } from '../../../../src/modules/counter/tables/print-tickets.ts'
import { Order } from '../../../../src/orders/order.ts'
import { findSeriousProblems } from '../../../kit/accessibility.ts'
import { findSmallTargets } from '../../../kit/find-small-targets.ts'
import { openStall, type Stall } from '../../../orders/store.ts'
import { openPrinter, type Printer } from '../printer-stand.ts'
import { cheapCashier, sellAt } from '../sales-stand.ts'
import { ownerOf } from '../stand.ts'
import { openTill } from './kasir-stand.ts'
import { openWorld, patience, type World } from './soundbox-stand.ts'

const catalogue = `
categories: [{ key: food, name: Makanan }, { key: drinks, name: Minuman }]
products:
  - { key: rice, name: Nasi Goreng, category: food, kind: physical, price: 25000, stock: unlimited }
  - { key: tea, name: Teh Tarik, category: drinks, kind: physical, price: 5000, stock: unlimited }`

let world: World
let stall: Stall
let printer: Printer
beforeAll(async () => {
  ;[world, printer] = await Promise.all([openWorld(), openPrinter()])
  const { app, demo } = world.shop
  app.config.outboundAllow.push(printer.address)
  await cheapCashier(world.shop)
  stall = await openStall(app, demo, catalogue)
}, 120_000)
afterAll(async () => {
  await printer.off()
  await world[Symbol.asyncDispose]()
})

const scope = () => ({ accountId: world.shop.demo.accountId, mode: 'test' as const })
const add = (page: Page, key: string) => page.locator(`#goods [data-variant="${stall.variants[key]}"]`).click()
const open = (page: Page, id: string) => page.locator(`#${id}`).click()

/** Checks the current screen in both colour schemes: nothing is cut off, too small or hard to read. */
async function examine(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findSeriousProblems(page)).toEqual([])
  }
  expect(await findSmallTargets(page, 44)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  const ids = await page.evaluate<string[]>("[...document.querySelectorAll('[id]')].map(({ id }) => id)")
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
}

/** Saves the cart as the bill of this table. */
async function hold(page: Page, { name = '', table }: { name?: string; table: number }): Promise<void> {
  await open(page, 'hold')
  await page.getByLabel('Nama bon').fill(name)
  await page.getByLabel('Meja', { exact: true }).fill(`${table}`)
  await page.getByRole('button', { name: 'Simpan bon' }).click()
  await expect.poll(() => page.locator('#lines').textContent(), patience).toContain('Ketik nominal')
  expect(await page.locator('#till-details').getAttribute('open')).toBeNull()
}

/** Returns the open bills from the shop: table, name and units. */
const bills = async () =>
  (await listBills(world.shop.app, scope())).map(({ tableNumber, name, lines }) => [
    tableNumber,
    name,
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
  ])

test('tables are kept, moved, split, merged and paid on a phone of 360 pixels', { timeout: 120_000 }, async () => {
  const { context, page } = await openTill(world)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => context.close())
  await examine(page)
  for (const key of ['tea', 'tea', 'rice']) await add(page, key)
  await open(page, 'hold')
  await examine(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Kembali' }).click()
  await hold(page, { name: 'Bu Ani', table: 4 })
  await add(page, 'rice')
  await hold(page, { table: 7 })
  expect(await bills()).toEqual([
    [4, 'Bu Ani', 3],
    [7, 'Meja 7', 1],
  ])

  await open(page, 'to-bills')
  await page.getByRole('button', { name: 'Buka: Meja 7' }).click()
  expect(await page.locator('#bill-in-cart').textContent()).toBe('Meja 7')
  await hold(page, { name: 'Meja 7', table: 9 })
  expect((await bills())[1]).toEqual([9, 'Meja 7', 1])

  await open(page, 'to-bills')
  await examine(page)
  await page.getByRole('button', { name: 'Pisah: Meja 4 · Bu Ani' }).click()
  await page.getByLabel('Teh Tarik (2)').fill('1')
  await examine(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Pisah' }).click()
  await page.getByRole('button', { name: 'Buka: Meja 4 · Bu Ani (2)' }).waitFor()
  expect(await bills()).toEqual([
    [4, 'Bu Ani', 2],
    [9, 'Meja 7', 1],
    [4, 'Bu Ani (2)', 1],
  ])

  await page.getByRole('button', { name: 'Gabung: Meja 9 · Meja 7' }).click()
  await examine(page)
  await page.getByRole('button', { name: 'Gabung ke sini: Meja 4 · Bu Ani', exact: true }).click()
  await expect.poll(bills, patience).toEqual([
    [4, 'Bu Ani', 3],
    [4, 'Bu Ani (2)', 1],
  ])

  // Two rice and one tea: quick cash offers the exact sum and the next notes.
  await page.getByRole('button', { name: 'Buka: Meja 4 · Bu Ani', exact: true }).click()
  await open(page, 'pay-cash')
  await examine(page)
  expect(await page.locator('#quick button').allTextContents()).toEqual(['Uang pas', 'Rp 60.000', 'Rp 100.000'])
  await page.getByRole('button', { name: 'Rp 100.000' }).click()
  await expect.poll(() => page.locator('#outcome').textContent(), patience).toBe('LUNAS')
  expect(await page.locator('#change').textContent()).toBe('Kembalian Rp 45.000')
  await examine(page)
  expect(await bills()).toEqual([[4, 'Bu Ani (2)', 1]])
  const { em } = world.shop.app
  expect(await em(scope()).findOneOrFail(Order, { door: 'counter' }, { orderBy: { id: 'desc' } })).toMatchObject({
    total: 55_000,
    tableNumber: 4,
  })
})

test('a customer is found by the phone number, and gets the receipt by WhatsApp', { timeout: 60_000 }, async () => {
  const { context, page, device } = await openTill(world)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => context.close())
  await sellAt(world.shop, device, { phone: '0812-9999-0001', customerName: 'Bu Tini' })
  await page.locator('.kasir-till summary').click()
  await page.getByLabel('Nomor HP pelanggan').fill('+62 812 9999 0001')
  await page.getByLabel('Nama pelanggan').focus()
  await expect.poll(() => page.locator('#known').textContent(), patience).toContain('Bu Tini, pelanggan lama. 1')
  await examine(page)
  await add(page, 'tea')
  await open(page, 'pay-cash')
  await page.getByRole('button', { name: 'Uang pas' }).click()
  await page.locator('#whats-app').waitFor()
  const address = new URL((await page.locator('#whats-app').getAttribute('href'))!)
  expect(address.origin + address.pathname).toBe('https://wa.me/6281299990001')
  expect(address.searchParams.get('text')).toContain('/receipt/')
})

// Records the tickets that the browser would print, and leaves them on the page for inspection.
const printedHere = `
  window.printed = []
  const textsOf = element => element.children.length > 1 ? [...element.children].flatMap(textsOf) : element.textContent
  window.print = () => void window.printed.push(textsOf(document.getElementById('tickets').firstChild))`

test('tickets of a station go to its printer, and the counter prints the others', {
  timeout: 120_000,
}, async () => {
  const { app } = world.shop
  const categories = new Map((await app.em(scope()).find(Category, {})).map(({ name, publicId }) => [name, publicId]))
  const station = (name: string, category: string, address: string) =>
    addStation(
      app,
      { name, categories: [categories.get(category)!], printer: address, language: 'id' },
      ownerOf(world.shop),
    )
  await station('Dapur', 'Makanan', printer.address)
  await station('Bar', 'Minuman', '')
  const { context, page } = await openTill(world, { script: printedHere })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => context.close())
  const printed = () => page.evaluate<string[][]>('window.printed')
  const work = () => waitUntilFinished(printTickets(app, 20))

  for (const key of ['tea', 'rice', 'tea']) await add(page, key)
  await page.locator('.kasir-till summary').click()
  await page.getByLabel('Catatan', { exact: true }).fill('tanpa es')
  await hold(page, { table: 5 })
  await expect.poll(printed, patience).toEqual([['Bar', 'Meja 5', '2 × Teh Tarik', 'tanpa es']])
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('#tickets article').isVisible()).toBe(true)
  for (const id of ['goods', 'tools', 'pay-cash']) expect(await page.locator(`#${id}`).isVisible(), id).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  expect(await page.locator('#tickets').isVisible()).toBe(false)
  await work()
  expect(printer.papers().map(paper => paper.filter(text => /^(Dapur|Meja|\d x)/.test(text)))).toEqual([
    ['Dapur', 'Meja 5', '1 x Nasi Goreng'],
  ])

  // One more is ordered, and then everything is paid: only that one is new.
  await open(page, 'to-bills')
  await page.getByRole('button', { name: 'Buka: Meja 5' }).click()
  await add(page, 'tea')
  await open(page, 'pay-cash')
  await page.getByRole('button', { name: 'Uang pas' }).click()
  await page.getByRole('button', { name: 'Cetak tiket dapur' }).click()
  expect((await printed()).at(-1)).toEqual(['Bar', 'Meja 5', '1 × Teh Tarik', 'tanpa es'])
  await page.getByRole('button', { name: 'Penjualan baru' }).click()

  // The printer is off: the counter reports it, and prints its ticket itself.
  await printer.off()
  await add(page, 'rice')
  await hold(page, { table: 6 })
  await work()
  await open(page, 'to-bills')
  await page.locator('#bills-screen [data-back]').click()
  await page.locator('#stuck').getByText('Printer Dapur tidak menjawab').waitFor()
  await examine(page)
  await page.getByRole('button', { name: 'Cetak di sini' }).click()
  await expect.poll(async () => (await printed()).at(-1), patience).toEqual(['Dapur', 'Meja 6', '1 × Nasi Goreng'])
  expect(await page.locator('#stuck').isVisible()).toBe(false)
  await printer.on()
  world.shop.advance(60)
  expect(await work()).toBe(0)
  expect(await app.em(scope()).count(KitchenTicket, { state: 'taken' })).toBe(1)
  expect(printer.tickets).toHaveLength(1)
})
