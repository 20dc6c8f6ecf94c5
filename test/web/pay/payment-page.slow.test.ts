import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings } from '../../../src/accounts/change-settings.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { rollWebhookSecret } from '../../../src/keys/roll-webhook-secret.ts'
import { findWebhookSecrets } from '../../../src/keys/webhook-secret.ts'
import { createEdition } from '../../../src/methods/edition.ts'
import { createPayment } from '../../../src/payments/create-payment.ts'
import { createWebShop, type PageAnswer, type WebShop } from '../web-shop.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
  await changeSettings(shop.app, shop.demo.accountId, { redirectSchemes: ['tokoku'] })
})

afterAll(() => shop.close())

const pageOf = (invoiceId: string, query = '') => shop.page(`/pay?invoice=${invoiceId}${query}`)

/** Changes only this payment, as a test needs it. */
const put = (invoiceId: string, change: string) =>
  shop.app.sql.write(`update payment set ${change} where invoice_id = '${invoiceId}'`)

describe('a payment waiting for money', () => {
  test('the page says that its QR code is being prepared until the provider has created it', async () => {
    const invoiceId = await shop.invoice()
    const { status, text } = await pageOf(invoiceId)
    expect(status).toBe(200)
    expect(text).toContain('data-phase="preparing"')
    expect(text).toContain('Menyiapkan QR')
    expect(text).not.toContain('data-testid="qr"')
    expect((await shop.page(`/pay/qr.svg?invoice=${invoiceId}`)).status).toBe(404)
  })

  test('the page shows a QR code that is created while the page loads', async () => {
    const invoiceId = await shop.invoice()
    const asked = pageOf(invoiceId)
    await shop.work()
    expect((await asked).text).toContain('data-testid="qr"')
  })

  test("only another merchant's code warns that its money is not visible here", async () => {
    const foreign = await shop.invoice()
    const own = await shop.invoice()
    await shop.work()
    await put(foreign, "is_foreign = true, converted_qris = '00020101021126'")
    const warning =
      'Pembayaran ini tidak dicek otomatis: kodenya milik merchant lain, dan uangnya tidak terlihat di sini.'
    const { text } = await pageOf(foreign)
    expect(text).toContain(warning)
    expect(text).toContain('kabari Warung Kopi')
    expect(text).not.toContain('action="/pay/sandbox')
    expect((await pageOf(foreign, '&lang=en')).text).toContain('This payment is not checked automatically')
    expect((await pageOf(own)).text).not.toContain('Pembayaran ini tidak dicek otomatis')
  })

  test("the page shows code, exact amount, merchant, purpose and deadline, in the shop's time zone", async () => {
    const invoiceId = await shop.invoice({ description: 'Kopi susu × 2', customer_name: 'Budi' })
    await shop.work()
    const [payment] = await shop.app.sql.query<{ final_amount: number; unique_code: number; at: string }>(
      `select final_amount, unique_code, to_char(expires_at at time zone 'Asia/Jakarta', 'HH24.MI "WIB"') as at
       from payment where invoice_id = $1`,
      [invoiceId],
    )
    const { text } = await pageOf(invoiceId)
    expect(text).toContain('data-phase="payable"')
    expect(text).toContain(`Rp\u00a025.${String(payment!.final_amount).slice(2)}`)
    expect(text).toContain(`data-copy="${payment!.final_amount}"`)
    expect(text).toContain(`+ Rp\u00a0${payment!.unique_code}`)
    for (const shown of ['Warung Kopi', 'Kopi susu × 2', 'Budi', invoiceId, payment!.at]) expect(text).toContain(shown)
    expect(text).toMatch(/<img src="data:image\/png;base64,[\w+/=]+"/)
  })

  test('a payment page never shows an e-mail address, a phone number or the callback address', async () => {
    const invoiceId = await shop.invoice({
      customer_email: 'budi@rahasia.example',
      customer_phone: '+62811999888',
      callback_url: 'https://backend.example/hook-7731',
    })
    await shop.work()
    for (const path of ['/pay', '/pay/status', '/pay/qr.svg']) {
      const { text } = await shop.page(`${path}?invoice=${invoiceId}`)
      expect(text).not.toMatch(/rahasia|811999888|hook-7731/)
    }
  })

  test("the pictures hold exactly the provider's code, and can be saved", async () => {
    const invoiceId = await shop.invoice()
    await shop.work()
    const [charge] = await shop.app.sql.query<{ qris: string }>('select qris from charge where invoice_id = $1', [
      invoiceId,
    ])
    for (const kind of ['png', 'svg']) {
      const picture = await shop.page(`/pay/qr.${kind}?invoice=${invoiceId}`)
      expect(picture.status).toBe(200)
      expect(picture.headers['cache-control']).toMatch(/^private, max-age=1[78]\d\d$/)
      expect(picture.headers['content-disposition']).toBe(`inline; filename="qris-${invoiceId}.${kind}"`)
      expect(await decode(picture.bytes)).toBe(charge!.qris)
    }
    const [, inPage] = /<img src="data:image\/png;base64,([\w+/=]+)"/.exec((await pageOf(invoiceId)).text)!
    expect(await decode(Buffer.from(inPage!, 'base64'))).toBe(charge!.qris)
    const saved = await shop.page(`/pay/qr.png?invoice=${invoiceId}&save=1`)
    expect(saved.headers['content-type']).toBe('image/png')
    expect(saved.headers['content-disposition']).toBe(`attachment; filename="qris-${invoiceId}.png"`)
  })

  test('a wallet payment shows number and exact amount, warns about the last digits, and has no QR code', async () => {
    const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
    const { text } = await pageOf(invoiceId)
    expect(text).toContain('data-testid="account-number">081200000001<')
    expect(text).toMatch(/Rp\u00a02\d\.<mark>\d{3}<\/mark>/)
    expect(text).toContain('tiga angka terakhir harus sama persis')
    expect(text).not.toContain('/pay/qr')
    expect((await shop.page(`/pay/qr.png?invoice=${invoiceId}`)).status).toBe(410)
  })

  test('a payment past its deadline warns not to pay, while it still waits for money sent in time', async () => {
    const invoiceId = await shop.invoice()
    await shop.work()
    await put(invoiceId, "created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'")
    const { text } = await pageOf(invoiceId)
    expect(text).toContain('data-phase="overdue"')
    expect(text).toContain('Jangan bayar lagi')
    expect(text).not.toContain('data-testid="qr"')
    expect((await shop.page(`/pay/qr.png?invoice=${invoiceId}`)).status).toBe(410)
  })
})

describe('an ended payment', () => {
  test('a paid payment shows amount, time and reference, and links back with the host visible', async () => {
    const invoiceId = await shop.invoice({ redirect_url: 'https://toko.example/selesai?pesanan=7' })
    await shop.work()
    await shop.pay(invoiceId)
    const [payment] = await shop.app.sql.query<{ paid_reff_num: string; paid_at: Date }>(
      'select paid_reff_num, paid_at from payment where invoice_id = $1',
      [invoiceId],
    )
    const { text } = await pageOf(invoiceId)
    expect(text).toContain('data-phase="paid"')
    expect(text).toContain('LUNAS')
    expect(text).toContain(`data-testid="reference">${payment!.paid_reff_num}<`)
    expect(text).toContain(`datetime="${payment!.paid_at.toISOString()}"`)
    expect(text).toMatch(
      /<a class="button" href="https:\/\/toko\.example\/selesai\?pesanan=7&amp;invoice=[^"]+" rel="noopener noreferrer"[^>]*>Lanjut ke toko\.example/,
    )
    expect(text).not.toContain('http-equiv="refresh"')
    expect((await shop.page(`/pay/qr.png?invoice=${invoiceId}`)).status).toBe(410)
  })

  test('an expired payment warns not to pay it, and shows no code', async () => {
    const invoiceId = await shop.invoice()
    await shop.work()
    await put(invoiceId, "status = 'expired', ended_at = now()")
    const { text } = await pageOf(invoiceId)
    expect(text).toContain('QR ini kedaluwarsa. Jangan dibayar.')
    expect(text).not.toContain('/pay/qr')
    expect((await pageOf(invoiceId, '&lang=en')).text).toContain('This QR has expired. Don’t pay it.')
  })

  test.each([
    ['merchant', 'Dibatalkan oleh penjual.'],
    ['customer', 'Dibatalkan oleh pelanggan.'],
    ['provider_unavailable', 'Kode pembayaran tidak dapat dibuat.'],
  ])('a payment cancelled by %s shows the reason', async (reason, sentence) => {
    const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
    await put(invoiceId, `status = 'cancelled', ended_at = now(), end_reason = '${reason}'`)
    const { text } = await pageOf(invoiceId)
    expect(text).toContain('data-phase="cancelled"')
    expect(text).toContain(sentence)
    expect(text).toContain('Jangan dibayar.')
    expect(text).not.toContain('account-number')
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'http\\://evil.example',
    '',
  ])('an ended payment never links to %j, even if it is stored', async address => {
    const invoiceId = await shop.invoice()
    await shop.work()
    await shop.pay(invoiceId)
    await shop.app.sql.write('update payment set redirect_url = $2 where invoice_id = $1', [invoiceId, address])
    const { text } = await pageOf(invoiceId)
    expect(text).toContain('LUNAS')
    expect(text).not.toContain('data-testid="continue"')
    expect(text).not.toContain('evil')
  })
})

describe('every final state leads back', () => {
  test.each([
    ["status = 'expired', ended_at = now()", 'https://toko.example/kembali', 'Lanjut ke toko.example'],
    ["status = 'cancelled', ended_at = now(), end_reason = 'merchant'", 'tokoku://pesanan/7', 'Kembali ke aplikasi'],
  ])('the page leads back from every final state: %s', async (change, redirect_url, label) => {
    const invoiceId = await shop.invoice({ redirect_url })
    await put(invoiceId, change)
    const { text } = await pageOf(invoiceId)
    expect(text).toContain(`href="${redirect_url}?invoice=${invoiceId}&amp;status=`)
    expect(text).toContain(label)
  })
})

test('a link back to a page of this installation is not described as another site', async () => {
  const invoiceId = await shop.invoice({ redirect_url: `${shop.app.config.baseUrl}/m/kopi/order/1` })
  await put(invoiceId, "status = 'expired', ended_at = now()")
  const { text } = await pageOf(invoiceId)
  expect(text).toContain('Kembali ke pesanan')
  expect(text).not.toContain('meninggalkan halaman ini')
})

describe('the return address', () => {
  async function leadsTo(redirect_url: string) {
    const invoiceId = await shop.invoice({ redirect_url })
    await put(invoiceId, "status = 'cancelled', ended_at = now(), end_reason = 'merchant'")
    const { text } = await pageOf(invoiceId)
    const [, href] = /href="([^"]+)"[^>]*data-testid="continue"/.exec(text)!
    return { invoiceId, address: href!.replaceAll('&amp;', '&') }
  }
  const signed = async (text: string) => {
    const [secret] = await findWebhookSecrets(shop.app, shop.demo.accountId)
    return createHmac('sha256', secret!).update(text).digest('hex')
  }

  test('the return address has the invoice and its state, signed with the callback secret', async () => {
    const { invoiceId, address } = await leadsTo('https://toko.example/kembali')
    const { searchParams } = new URL(address)
    expect(Object.fromEntries(searchParams)).toEqual({
      invoice: invoiceId,
      status: 'cancelled',
      signature: await signed(`redirect|${invoiceId}|cancelled`),
    })
  })

  test('the return address is signed with the older secret during a rotation', async () => {
    await rollWebhookSecret(shop.app, shop.demo.accountId, { overlaps: true })
    const { invoiceId, address } = await leadsTo('https://toko.example/kembali')
    expect(new URL(address).searchParams.get('signature')).toBe(await signed(`redirect|${invoiceId}|cancelled`))
  })

  test.each([
    ['https://toko.example/?a=%20b+c&invoice=lama', 'https://toko.example/?a=%20b+c&invoice=lama&invoice='],
    ['https://toko.example/x?', 'https://toko.example/x?invoice='],
    ['https://toko.example/x?a=1&', 'https://toko.example/x?a=1&invoice='],
    ['tokoku://pesanan/7?dari=bayar', 'tokoku://pesanan/7?dari=bayar&invoice='],
    ['tokoku:selesai', 'tokoku:selesai?invoice='],
  ])('the return address keeps the query of %s', async (redirect_url, begin) => {
    expect((await leadsTo(redirect_url)).address.startsWith(begin)).toBe(true)
  })

  test('the documentation signs the return address exactly as the shop does', () => {
    const example = /^https:.*&invoice=(?<invoice>.*)&status=(?<status>.*)&signature=(?<signature>.*)$/m
    const { invoice, status, signature } = example.exec(fs.readFileSync('docs/api.md', 'utf8'))!.groups!
    const hmac = createHmac('sha256', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    expect(hmac.update(`redirect|${invoice}|${status}`).digest('hex')).toBe(signature)
  })

  test('the fragment of the return address stays at its end', async () => {
    expect((await leadsTo('https://toko.example/#/pesanan?nomor=7')).address).toMatch(
      /^https:\/\/toko\.example\/\?invoice=INV-[0-9A-Z]{20}&status=cancelled&signature=[0-9a-f]{64}#\/pesanan\?nomor=7$/,
    )
  })
})

describe('money in review', () => {
  async function underpaid(amount: number) {
    const invoiceId = await shop.invoice({ payment_method: 'wallet_direct', amount })
    await shop.sandbox('/transfers', { connector: 'wallet', amount })
    await shop.hurry()
    await shop.work()
    return invoiceId
  }

  test('money in review is shown on the open page with its amount, before any request to pay more', async () => {
    const { text } = await pageOf(await underpaid(83_000))
    expect(text).toMatch(/data-testid="in-review">Kami sudah menerima Rp\u00a083\.000/)
    expect(text.indexOf('in-review')).toBeLessThan(text.indexOf('account-number'))
  })

  test('money in review is shown on an ended payment, instead of the advice to request a new one', async () => {
    const invoiceId = await underpaid(94_000)
    await put(invoiceId, "status = 'expired', ended_at = now()")
    const { text } = await pageOf(invoiceId)
    expect(text).toContain('Uangmu aman')
    expect(text).not.toContain('Masih mau beli?')
  })
})

describe('a payment by `all`', () => {
  test('a payment by all methods links to each of them, and creates the QRIS code only when it is opened', async () => {
    const edition = createEdition('verification', connectors)
    const all = await createWebShop({ edition })
    try {
      const { invoiceId } = await createPayment({ ...all.app, edition }, all.demo, {
        amount: 20_000,
        paymentMethod: 'all',
      })
      const first = await all.page(`/pay?invoice=${invoiceId}`)
      expect(first.text).toContain('data-testid="way-wallet_direct"')
      expect(first.text).toContain('account-number')
      const names = [...first.text.matchAll(/data-testid="way-[^"]*">([^<]*)</g)].map(([, name]) => name)
      expect(names.toSorted()).toEqual(['QRIS (semua aplikasi)', 'Transfer e-wallet'])
      const qris = `/pay?invoice=${invoiceId}&way=qris`
      expect((await all.page(qris)).text).toContain('data-testid="pick"')
      const picked = await all.page(`/pay/pick?invoice=${invoiceId}`, {}, 'POST')
      expect([picked.status, picked.headers.location]).toEqual([303, expect.stringContaining('way=qris')])
      expect((await all.page(qris)).text).toContain('data-again')
      await all.work()
      expect((await all.page(qris)).text).toContain(`/pay/qr.png?invoice=${invoiceId}&amp;way=qris`)
      expect((await all.page(`/pay/qr.svg?invoice=${invoiceId}&way=qris`)).status).toBe(200)
    } finally {
      await all.close()
    }
  })
})

describe('languages', () => {
  test.each([
    ['', undefined, 'id'],
    ['', 'en-GB,en;q=0.9,id;q=0.5', 'en'],
    ['', 'id,en;q=0.9', 'id'],
    ['', 'fr-FR', 'id'],
    ['', '*', 'id'],
    ['&lang=en', 'id', 'en'],
    ['&lang=id', 'en', 'id'],
    ['&lang=xx', 'en', 'en'],
    ['&lang=en&lang=id', 'id', 'id'],
  ])('the language parameter %j and Accept-Language %j give %s', async (query, accepted, language) => {
    const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted }
    const answer = await shop.page(`/pay?invoice=${invoiceId}${query}`, headers)
    expect(answer.text).toContain(`<html lang="${language}">`)
    expect(answer.text).toContain(language === 'id' ? 'Total yang harus dibayar' : 'Amount to pay')
    expect(answer.headers.vary).toMatch(/Accept-Language/)
    expect(answer.text).toContain(`href="/pay?invoice=${invoiceId}&amp;lang=en"`)
  })
})

describe('an address that opens nothing', () => {
  const askedFor = [
    '/pay',
    '/pay?invoice=',
    '/pay?invoice=INV-00000000000000000000',
    '/pay?invoice=INV-1',
    '/pay?invoice=%3Cscript%3Ealert(1)%3C/script%3E',
    `/pay?invoice=${"'".repeat(3)}%20or%201=1`,
    '/pay?invoice=INV-00000000000000000000&invoice=INV-00000000000000000001',
    '/pay?invoice=%00',
    '/pay?invoice[]=x',
  ]
  test.each(askedFor)('%s is a friendly 404 in both languages', async path => {
    const { status, text } = await shop.page(path, { accept: 'text/html' })
    expect(status).toBe(404)
    expect(text).toContain('Tagihan tidak ditemukan')
    expect(text).toContain('Invoice not found')
    expect(text).not.toContain('<script>alert')
  })

  test.each(['/pay/qr.png', '/pay/qr.svg', '/pay/status', '/pay/events'])('%s is also a friendly 404', async path => {
    for (const query of ['', '?invoice=INV-00000000000000000000', '?invoice=x']) {
      expect((await shop.page(path + query)).status).toBe(404)
    }
  })

  test('any other page is a styled 404 for a browser, and plain text for a program', async () => {
    const browser = await shop.page('/nowhere', { accept: 'text/html,*/*;q=0.8' })
    expect(browser.status).toBe(404)
    expect(browser.text).toContain('Halaman tidak ditemukan')
    expect(browser.headers['content-security-policy']).toContain("default-src 'none'")
    const program = await shop.page('/nowhere', { accept: 'application/json' })
    expect([program.status, program.text]).toEqual([404, 'Not Found'])
  })
})

describe('headers', () => {
  const strict = (answer: PageAnswer, { referrer = 'no-referrer', pictures = "'self'" } = {}) => {
    expect(answer.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': referrer,
      'cache-control': 'no-store',
      'content-security-policy':
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${pictures}; font-src 'self'; ` +
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    })
  }

  test('every page forbids frames, foreign content, sniffing, referrers and caching', async () => {
    const invoiceId = await shop.invoice()
    const allowed = {
      // The code is inside the page itself.
      [`/pay?invoice=${invoiceId}`]: { pictures: "'self' data:" },
      '/pay?invoice=x': {},
      // The forms of the home page must prove that they come from it, and its address is not secret.
      '/': { referrer: 'same-origin' },
    }
    for (const [path, exceptions] of Object.entries(allowed)) {
      const answer = await shop.page(path)
      strict(answer, exceptions)
      expect(answer.text).not.toMatch(/<style|style="|<script>|\son[a-z]+="/)
    }
  })

  test('no response repeats the Host header of its request', async () => {
    const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
    const hosts = [
      'evil.example',
      'evil@malicious.example',
      'evil.example:99999',
      'evil.example/x',
      '"><script>evil',
      'evil',
    ]
    const paths = [`/pay?invoice=${invoiceId}`, '/pay?invoice=evi', '/', `/pay/status?invoice=${invoiceId}`]
    for (const host of hosts) {
      for (const path of paths) {
        const answer = await shop.page(path, { host, 'x-forwarded-host': host, forwarded: `host=${host}` })
        expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/evil|malicious/)
      }
      const pressed = await shop.page(
        `/pay/sandbox-pay?invoice=${invoiceId}`,
        { host, 'x-forwarded-host': host },
        'POST',
      )
      expect(pressed.status).toBe(303)
      expect(pressed.headers.location).toMatch(/^\/pay\?invoice=INV-/)
    }
  })
})

describe('the status of a payment', () => {
  test('the status of a payment contains only its phase and times', async () => {
    const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
    const answer = await shop.page(`/pay/status?invoice=${invoiceId}`)
    expect(JSON.parse(answer.text)).toEqual({
      success: true,
      phase: 'payable',
      status: 'pending',
      expires_at: expect.stringMatching(/Z$/),
      now: expect.stringMatching(/Z$/),
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('paying with play money', () => {
  test('play money pays through a plain form and returns to the page, and a second press adds nothing', async () => {
    for (const method of ['qris', 'wallet_direct']) {
      const invoiceId = await shop.invoice({ payment_method: method })
      await shop.work()
      expect((await pageOf(invoiceId)).text).toContain(
        `<form class="sandbox" id="sandbox" method="post" action="/pay/sandbox-pay?invoice=${invoiceId}&amp;lang=id">`,
      )
      for (let press = 0; press < 2; press++) {
        const pressed = await shop.page(`/pay/sandbox-pay?invoice=${invoiceId}&lang=id`, {}, 'POST')
        expect(pressed.status).toBe(303)
        expect(pressed.headers.location).toBe(`/pay?invoice=${invoiceId}&lang=id&pressed=1#sandbox`)
        expect((await shop.page(pressed.headers.location!)).text).toContain('data-testid="sandbox-sent"')
      }
      await shop.hurry()
      await shop.work()
      expect((await pageOf(invoiceId)).text).toContain('LUNAS')
      const transfers = await shop.app.sql.query('select state from transfer where invoice_id = $1', [invoiceId])
      expect(transfers).toEqual([{ state: 'settled' }])
    }
  })

  test('play money is offered only for an open test payment with a code', async () => {
    const invoiceId = await shop.invoice()
    expect((await pageOf(invoiceId)).text).not.toContain('sandbox-pay')
    await shop.work()
    await put(invoiceId, "mode = 'live'")
    expect((await pageOf(invoiceId)).text).not.toContain('sandbox-pay')
    expect((await shop.page(`/pay/sandbox-pay?invoice=${invoiceId}`, {}, 'POST')).status).toBe(404)
  })

  test('play money does not exist in production', async () => {
    const production = await createWebShop({ config: { ...shop.app.config, production: true } })
    const invoiceId = await production.invoice({ payment_method: 'wallet_direct' })
    const { text } = await production.page(`/pay?invoice=${invoiceId}`)
    expect(text).toContain('data-phase="payable"')
    expect(text).not.toContain('sandbox-pay')
    expect((await production.page(`/pay/sandbox-pay?invoice=${invoiceId}`, {}, 'POST')).status).toBe(404)
    await production.close()
  })
})

test('without the database the page apologises, retries automatically, and still shows a code', async () => {
  const em = () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
  }
  const broken = await createWebShop({ em })
  const { status, headers, text } = await broken.page('/pay?invoice=INV-00000000000000000000')
  expect(status).toBe(503)
  expect(headers.refresh).toBe('10')
  expect(headers['retry-after']).toBe('10')
  expect(text).toContain('ada gangguan di sisi kami')
  expect(text).toMatch(/<code>[0-9a-f]{8}<\/code>/)
  expect(text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/)
  await broken.close()
})

async function decode(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).resize(600).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = jsQR.default ?? jsQR
  const found = (read as unknown as (pixels: Uint8ClampedArray, wide: number, high: number) => { data: string } | null)(
    new Uint8ClampedArray(data),
    info.width,
    info.height,
  )
  return found?.data
}
