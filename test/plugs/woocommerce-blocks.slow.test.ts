import fs from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../kit/browser.ts'

const script = fs.readFileSync(
  path.join(import.meta.dirname, '../../packages/woocommerce/warung-for-woocommerce/assets/blocks.js'),
  'utf8',
)

// The globals documented by WooCommerce: developer.woocommerce.com/docs, "Payment method integration".
const globals = `
  window.registered = []
  window.wc = {
    wcBlocksRegistry: { registerPaymentMethod: method => registered.push(method) },
    wcSettings: { getSetting: (name, missing) => name === 'warung_data' ? window.settings : missing },
  }
  window.wp = {
    element: { createElement: (type, props, child) => ({ type, props, child }) },
    htmlEntities: {
      decodeEntities: text => new DOMParser().parseFromString(text, 'text/html').documentElement.textContent,
    },
  }`

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('the script of the Blocks checkout registers one payment method with the texts of the settings', async () => {
  const page = await browser.newPage()
  await page.evaluate(globals)
  const settings = {
    title: 'QRIS &amp; dompet',
    description: '&lt;b&gt;',
    supports: ['products', 'refunds'],
    button: 'Bayar',
  }
  await page.evaluate(`window.settings = ${JSON.stringify(settings)}`)
  await page.evaluate(script)
  const method = await page.evaluate(`registered.map(one => ({
    ...one, label: one.label.child, content: one.content.type(), edit: one.edit.type(),
    canMakePayment: one.canMakePayment(),
  }))`)
  expect(method).toEqual([
    {
      name: 'warung',
      label: 'QRIS & dompet',
      ariaLabel: 'QRIS & dompet',
      content: '<b>',
      edit: '<b>',
      canMakePayment: true,
      placeOrderButtonLabel: 'Bayar',
      supports: { features: ['products', 'refunds'] },
    },
  ])
})

test('the script of the Blocks checkout registers the method even if its settings are missing', async () => {
  const page = await browser.newPage()
  await page.evaluate(globals.replace('window.settings :', 'missing :'))
  await page.evaluate(script)
  const [method] = (await page.evaluate('registered')) as { ariaLabel: string; supports: object }[]
  expect(method).toMatchObject({ ariaLabel: 'QRIS', supports: { features: ['products'] } })
})
