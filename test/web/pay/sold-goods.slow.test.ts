import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addContent } from '../../../src/goods/add-content.ts'
import { addFile } from '../../../src/goods/add-file.ts'
import { addImage } from '../../../src/goods/add-image.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let fileId: number
let contentId: number
let productImageId: number

const bytes = Buffer.from('<!doctype html><script>alert(1)</script>')

beforeAll(async () => {
  shop = await createWebShop()
  const { accountId } = shop.demo
  fileId = await addFile(shop.app, accountId, { name: 'Resep "kopi" é.html', bytes })
  contentId = await addContent(shop.app, accountId, { title: 'Kode Wi-Fi', body: 'SSID: Warung\n<b>sandi</b>' })
  const picture = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  productImageId = await addImage(shop.app, accountId, { name: 'kopi.png', bytes: picture })
})

afterAll(() => shop.close())

async function sell(goods: object, isPaid = true): Promise<{ invoiceId: string; token: string }> {
  const answer = await shop.api('/create-payment', { body: { amount: 25_000, payment_method: 'qris', ...goods } })
  expect(answer.status).toBe(200)
  const { invoice_id: invoiceId, download_token: token } = answer.body.data
  await shop.work()
  if (isPaid) await shop.pay(invoiceId)
  return { invoiceId, token }
}

const fetchFile = (invoiceId: string, token: string, method = 'GET') =>
  shop.page(`/pay/file?invoice=${encodeURIComponent(invoiceId)}&token=${token}`, {}, method)
const pageOf = (invoiceId: string, method = 'GET') => shop.page(`/pay?invoice=${invoiceId}`, {}, method)
const countOf = async (table: string, column: string, id: number) =>
  (await shop.app.sql.query<{ count: number }>(`select ${column} as count from ${table} where id = $1`, [id]))[0]!.count

describe('a download token when a file is attached (create, callback)', () => {
  test.each(['detailed', 'simple'])(
    'a payment with a file gets a 256-bit download token in the %s dialect, and one without a file gets none',
    async variant => {
      const headers = { 'x-api-variant': variant }
      const body = { amount: 25_000, payment_method: 'qris', file_id: fileId }
      const { data } = (await shop.api('/create-payment', { headers, body })).body
      expect(Buffer.from(data.download_token, 'base64url')).toHaveLength(32)
      expect(data).toMatchObject({ has_file: true, file_id: fileId })
      const without = (await shop.api('/create-payment', { headers, body: { ...body, file_id: undefined } })).body.data
      expect(without).not.toHaveProperty('download_token')
    },
  )

  test('a repeated request gets the same download token, and another payment gets another one', async () => {
    const headers = { 'idempotency-key': 'goods-1' }
    const body = { amount: 25_000, payment_method: 'qris', file_id: fileId }
    const tokens = [
      (await shop.api('/create-payment', { headers, body })).body.data.download_token,
      (await shop.api('/create-payment', { headers, body })).body.data.download_token,
      (await shop.api('/create-payment', { body })).body.data.download_token,
    ]
    expect(tokens[0]).toBe(tokens[1])
    expect(tokens[2]).not.toBe(tokens[0])
  })

  test('the callback has download_token beside has_file and has_content, or null without a file', async () => {
    const sold = await sell({ file_id: fileId, content_id: contentId })
    const plain = await sell({})
    const log: { body: string }[] = (await shop.sandbox('/receiver/log')).body
    const tokenOf = (invoiceId: string) =>
      log.map(({ body }) => JSON.parse(body)).find(callback => callback.invoice_id === invoiceId)?.download_token
    expect(tokenOf(sold.invoiceId)).toBe(sold.token)
    expect(tokenOf(plain.invoiceId)).toBe(null)
  })
})

describe('goods are released by payment', () => {
  test('before payment neither the page nor the token reveals the goods', async () => {
    const { invoiceId, token } = await sell({ file_id: fileId, content_id: contentId }, false)
    const page = await pageOf(invoiceId)
    expect(page.text).not.toContain(token)
    expect(page.text).not.toContain('SSID')
    expect((await fetchFile(invoiceId, token)).status).toBe(404)
  })

  test('after payment the page has the content, escaped, and the download link with its token', async () => {
    const { invoiceId, token } = await sell({ file_id: fileId, content_id: contentId })
    const { text } = await pageOf(invoiceId)
    expect(text).toContain(`/pay/file?invoice=${invoiceId}&amp;token=${token}`)
    expect(text).toContain('Kode Wi-Fi')
    expect(text).toContain('SSID: Warung\n&lt;b&gt;sandi&lt;/b&gt;')
    expect(text).toContain('Resep &quot;kopi&quot; é.html')
  })

  test('the file is an attachment of unspecified type under its own name, never displayed or sniffed', async () => {
    const { invoiceId, token } = await sell({ file_id: fileId })
    const { status, headers, bytes: got } = await fetchFile(invoiceId, token)
    expect(status).toBe(200)
    expect(got.equals(bytes)).toBe(true)
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename=.*filename\*=UTF-8''Resep%20%22kopi%22%20%C3%A9\.html$/,
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', null],
    ['a\r\nSet-Cookie: x=1.pdf', null],
    ['";filename="x.html', null],
    ["a';filename*=UTF-8''x.html", null],
    ['\u202Efdp.exe', null],
    ['buku\u0000.pdf', null],
    ['ｂｕｋｕ.pdf', null],
    ['.htaccess', null],
    ['%2e%2e%2fx.pdf', null],
    ['x'.repeat(100), null],
    [' ', null],
  ])('a served file name contains no path: %j', async (name, saved) => {
    const own = await addFile(shop.app, shop.demo.accountId, { name, bytes }).catch(error => error)
    // A name that no file can have is rejected at upload.
    if (typeof own !== 'number') return expect(own).toMatchObject({ code: 'invalid_request' })
    const { invoiceId, token } = await sell({ file_id: own })
    const { status, headers } = await fetchFile(invoiceId, token)
    expect(status).toBe(200)
    expect(headers['set-cookie']).toBeUndefined()
    const told = headers['content-disposition']!
    expect(told).toMatch(/^attachment; filename=("(?:[^"\\]|\\.)*"|[\w.-]+)(; filename\*=UTF-8''[\w%.!~'()*-]+)?$/)
    const shown = /filename=(?:"((?:[^"\\]|\\.)*)"|([\w.-]+))/.exec(told)!
    const plain = (shown[1] ?? shown[2])!.replace(/\\(.)/g, '$1')
    expect(plain).toMatch(/^[ -~]+$/)
    expect(plain).not.toMatch(/[/\\]|^\.\.$/)
    if (saved !== null) expect(plain).toBe(saved)
  })

  test('a token opens only the file of its own payment', async () => {
    const [one, other] = [await sell({ file_id: fileId }), await sell({ file_id: fileId })]
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = letters[letters.indexOf(one.token.at(-1)!) ^ 1]
    const otherSpellings = ['==', '!!!', '%20', '=', '.'].map(end => one.token + end)
    otherSpellings.push(one.token.slice(0, -1) + last, `%20${one.token}`)
    const wrongs = [other.token, one.token.slice(1), `${one.token}A`, '', 'x'.repeat(43), ...otherSpellings]
    for (const wrong of wrongs) {
      expect((await fetchFile(one.invoiceId, wrong)).status).toBe(404)
    }
    expect((await shop.page(`/pay/file?invoice=${one.invoiceId}`)).status).toBe(404)
    expect((await shop.page(`/pay/file?token=${one.token}`)).status).toBe(404)
    expect((await fetchFile('INV-00000000000000000000', one.token)).status).toBe(404)
    expect((await fetchFile('INV-0000\0', one.token)).status).toBe(404)
    expect((await fetchFile("'; drop table payment; --", one.token)).status).toBe(404)
  })

  test('a buyer can still download a file that was switched off after the purchase', async () => {
    const sold = await addFile(shop.app, shop.demo.accountId, { name: 'lama.txt', bytes: Buffer.from('lama') })
    const { invoiceId, token } = await sell({ file_id: sold })
    await shop.app.sql.write('update digital_file set is_active = false where id = $1', [sold])
    expect((await fetchFile(invoiceId, token)).text).toBe('lama')
  })

  test('download_count is exact under 100 parallel requests, and each payment can download 20 times', async () => {
    const sold = await addFile(shop.app, shop.demo.accountId, { name: 'ramai.txt', bytes: Buffer.from('ramai') })
    const { invoiceId, token } = await sell({ file_id: sold })
    const { downloadFile } = await import('../../../src/payments/goods/download-file.ts')
    const tries = Array.from({ length: 100 }, () =>
      downloadFile(shop.app, { invoiceId, token, isCounted: true }).then(
        () => 'given',
        error => error.code,
      ),
    )
    const outcomes = await Promise.all(tries)
    expect(outcomes.filter(outcome => outcome === 'given')).toHaveLength(20)
    expect(outcomes.filter(outcome => outcome === 'expired')).toHaveLength(80)
    expect(await countOf('digital_file', 'download_count', sold)).toBe(20)
    expect((await fetchFile(invoiceId, token)).status).toBe(410)
    expect((await pageOf(invoiceId)).text).not.toContain(token)
  })

  test('view_count counts each payment once, for any number of viewers, and ignores HEAD requests', async () => {
    const sold = await addContent(shop.app, shop.demo.accountId, { title: 'Sekali', body: 'rahasia' })
    const { invoiceId } = await sell({ content_id: sold })
    await pageOf(invoiceId, 'HEAD')
    expect(await countOf('hidden_content', 'view_count', sold)).toBe(0)
    await Promise.all(Array.from({ length: 12 }, () => pageOf(invoiceId)))
    expect(await countOf('hidden_content', 'view_count', sold)).toBe(1)
  })

  test('a HEAD request for a file does not count as a download', async () => {
    const sold = await addFile(shop.app, shop.demo.accountId, { name: 'kepala.txt', bytes: Buffer.from('kepala') })
    const { invoiceId, token } = await sell({ file_id: sold })
    const { status, headers } = await fetchFile(invoiceId, token, 'HEAD')
    expect([status, headers['content-length']]).toEqual([200, '6'])
    expect(await countOf('digital_file', 'download_count', sold)).toBe(0)
  })

  test('after 30 days file and content are closed, and the page says to contact the seller', async () => {
    const { invoiceId, token } = await sell({ file_id: fileId, content_id: contentId })
    await shop.app.sql.write(
      "update payment set created_at = created_at - interval '31 days', paid_at = paid_at - interval '31 days' where invoice_id = $1",
      [invoiceId],
    )
    const gone = await fetchFile(invoiceId, token)
    expect(gone.status).toBe(410)
    expect(gone.text).toContain('Hubungi penjual')
    const { text } = await pageOf(invoiceId)
    expect(text).not.toContain('SSID')
    expect(text).not.toContain(token)
    expect(text).toContain('Hubungi penjual')
  })
})

describe('product_image_id: an image shown on the payment page', () => {
  test('the product image is shown before and after payment', async () => {
    const { invoiceId } = await sell({ product_image_id: productImageId }, false)
    const source = (await pageOf(invoiceId)).text.match(/<img class="product" src="([^"]+)"/)![1]!
    const picture = await shop.page(source)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(picture.headers['x-content-type-options']).toBe('nosniff')
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 80, height: 40 })
    await shop.pay(invoiceId)
    expect((await pageOf(invoiceId)).text).toContain(source)
    expect((await shop.page('/images/AAAAAAAAAAAAAAAAAAAAAA.jpg')).status).toBe(404)
  })

  test.each(['file_id', 'content_id', 'product_image_id'])(
    'an unknown %s, or one of another account, is 400 and named',
    async field => {
      const mine = { file_id: fileId, content_id: contentId, product_image_id: productImageId }[field]!
      for (const [key, id] of [
        [shop.keys.demo, 999_999],
        [shop.keys.second, mine],
      ] as const) {
        const body = { amount: 25_000, payment_method: 'wallet_direct', [field]: id }
        const answer = await shop.api('/create-payment', { key, body })
        expect(answer.status).toBe(400)
        expect(answer.body.fields).toMatchObject([{ path: field }])
      }
    },
  )
})
