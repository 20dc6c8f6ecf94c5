import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { parseSync } from 'oxc-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePath } from '../../../src/web/parts/address.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})

afterAll(() => shop.close())

test('asset addresses can be cached forever, because they change with the content', async () => {
  const { text } = await shop.page('/')
  const address = /href="(\/assets\/page\.css\?v=[\w-]+)"/.exec(text)![1]!
  const named = await shop.page(address)
  expect(named.status).toBe(200)
  expect(named.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const old = await shop.page('/assets/page.css?v=another')
  expect(old.headers['cache-control']).toBe('public, max-age=300')
  expect((await shop.page(address, { 'if-none-match': named.headers.etag! })).status).toBe(304)
})

test('the general style sheet and those of some pages include every sheet of their folder once', async () => {
  // Removes comments, indentation and the last semicolon of each rule.
  const bare = (sheet: string) =>
    sheet
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s/g, '')
      .replaceAll(';}', '}')
  const sent = ['page', 'home', 'soundbox', 'counter', 'prints', 'menu'].map(async name =>
    bare((await shop.page(`/assets/${name}.css`)).text),
  )
  const text = (await Promise.all(sent)).join('')
  const folder = path.join(import.meta.dirname, '../../../src/web/sheets')
  const sheets = readdirSync(folder).map(name => bare(readFileSync(path.join(folder, name), 'utf8')))
  for (const sheet of sheets) expect(text.split(sheet)).toHaveLength(2)
  expect(text).toHaveLength(sheets.join('').length)
})

test('the fonts of the style sheet are exactly the preloaded ones, and never change', async () => {
  const sheet = (await shop.page('/assets/page.css')).text
  const named = [...sheet.matchAll(/url\("([^"]+\.woff2\?v=[\w-]+)"\)/g)].map(([, name]) => `/assets/${name}`)
  const page = (await shop.page('/sign-in')).text
  const fetched = [...page.matchAll(/href="([^"]+\.woff2\?v=[\w-]+)"/g)].map(([, address]) => address)
  expect(named).toHaveLength(2)
  expect(fetched).toEqual(named)
  for (const address of named) {
    expect((await shop.page(address)).headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
  expect((await shop.page(`/pay?invoice=${await shop.invoice()}`)).text).not.toContain('woff2')
})

test('every script is served without types, and imports only served scripts', async () => {
  const root = path.join(import.meta.dirname, '../../..')
  const files = globSync('src/{web,modules/*/web}/assets/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const name = path.basename(file, '.ts')
    const { status, headers, text } = await shop.page(`/assets/${name}.js`)
    expect([name, status, headers['content-type']]).toEqual([name, 200, 'text/javascript; charset=utf-8'])
    const { errors, module } = parseSync(`${name}.js`, text)
    expect([name, errors]).toEqual([name, []])
    for (const { moduleRequest } of module.staticImports) {
      expect(moduleRequest.value).toMatch(/^\.\/[\w-]+\.js\?v=[\w-]{12}$/)
      const imported = await shop.page(`/assets/${moduleRequest.value.slice(2)}`)
      expect(imported.headers['cache-control']).toContain('immutable')
    }
  }
})

test('assets are compressed for browsers that support it', async () => {
  const plain = await shop.page('/assets/payment.js')
  const small = await shop.page('/assets/payment.js', { 'accept-encoding': 'gzip, br' })
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 2)
  expect(brotliDecompressSync(small.bytes)).toEqual(plain.bytes)
})

test.each([
  '/assets/../page.ts',
  '/assets/..%2fpage.ts',
  '/assets/%2e%2e/page.ts',
  '/assets/..%5cpage.ts',
  '/assets/%2fetc%2fpasswd',
  '/assets//etc/passwd',
  '/assets/....//page.ts',
  '/assets/page.css%00.js',
  '/assets/__proto__',
  '/assets/constructor',
  '/assets/',
  '/assets/%c0%ae%c0%ae/page.ts',
])('%s serves no file', async path => {
  const { status, text } = await shop.page(path)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(text).not.toMatch(/import|root:/)
})

test('asset addresses keep the path of BASE_URL', () => {
  expect(makePath({ baseUrl: 'https://shop.example/warung' }, '/pay', { invoice: 'INV-1' })).toBe(
    '/warung/pay?invoice=INV-1',
  )
  expect(makePath({ baseUrl: 'https://shop.example' }, '/')).toBe('/')
})
