import type { BrowserContext, Page } from 'playwright-core'
import type { Device } from '../../../../src/modules/counter/device.ts'
import { pin } from '../sales-stand.ts'
import { pairedDevice } from '../stand.ts'
import type { World } from './soundbox-stand.ts'

/** Opens the counter on a phone that is paired and has an open shift; a cashier already exists. */
export async function openTill(
  { shop, browser }: World,
  { script = '' } = {},
): Promise<{ context: BrowserContext; page: Page; device: Device }> {
  const { token, device } = await pairedDevice(shop)
  const context = await browser.newContext({ locale: 'id-ID', viewport: { width: 360, height: 740 } })
  if (script) await context.addInitScript(script)
  await context.addCookies([{ name: 'warung-kasir', value: token, url: `${shop.pagesUrl}/kasir` }])
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/kasir`)
  await page.getByLabel('PIN enam angka').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByLabel('Uang tunai di laci').fill('100000')
  await page.keyboard.press('Enter')
  await page.locator('#pay-code').waitFor()
  return { context, page, device }
}
