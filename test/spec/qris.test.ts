import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { type Check, detailedOnly, openShops, row, simpleOnly, type Variant } from './spec.ts'

const folder = path.join(import.meta.dirname, '../../packages/qris/test/vectors/images')
const picture = readFileSync(path.join(folder, 'blur1.png'))
const qris =
  '00020101021126610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI5204581253033605802ID5911TOKO MURAHA6005Medan61052011162070703A016304B85E'
const nominal = 25_017

// It listens before the shops open, because their settings have to allow its address on this machine.
const elsewhere = http.createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
})
await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve))
elsewhere.unref()
const pictureHost = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`

openShops({ OUTBOUND_ALLOW: pictureHost })

/** Returns the converted code of an answer in either dialect. */
// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
const convertedIn = (body: any): string => body.data?.converted_qris ?? body.qris

async function convert({ api }: Variant, body: object) {
  return api('/qris-convert', { body })
}

describe('POST /api/qris-convert', () => {
  const bySource =
    (source: () => object): Check =>
    async variant => {
      const { status, body } = await convert(variant, { nominal, ...source() })
      expect(status).toBe(200)
      expect(convertedIn(body)).toContain('540525017')
    }

  row(
    '1.6',
    'Converter: static → dynamic QRIS with amount',
    bySource(() => ({ qris })),
  )
  row(
    '4.4',
    'convert: `qris` source',
    bySource(() => ({ qris })),
  )
  row('4.4', 'convert: `image` base64 (and data URL)', async variant => {
    const base64 = picture.toString('base64')
    await bySource(() => ({ image: base64 }))(variant)
    await bySource(() => ({ image: `data:image/png;base64,${base64}` }))(variant)
  })
  row(
    '4.4',
    'convert: `image_url`',
    bySource(() => ({ image_url: `http://${pictureHost}/qr.png` })),
  )

  row('4.4', 'convert: nominal required', async variant => {
    for (const wrong of [{}, { nominal: 'x' }, { nominal: 0 }, { nominal: -5 }, { nominal: 1.5 }]) {
      const { status, body } = await convert(variant, { qris, ...wrong })
      expect(status).toBe(400)
      expect(body.fields[0].path).toBe('nominal')
    }
  })

  row('4.4', 'convert: exactly one of three', async variant => {
    expect((await convert(variant, { nominal })).status).toBe(400)
    expect((await convert(variant, { nominal, qris, image: picture.toString('base64') })).status).toBe(400)
    expect((await convert(variant, { nominal, qris, image_url: `http://${pictureHost}/` })).status).toBe(400)
  })

  const upload: Check = async ({ shop, dialect }) => {
    const source = sharp(picture)
    const files = {
      'image/png': picture,
      'image/jpeg': await source.jpeg().toBuffer(),
      'image/gif': await source.gif().toBuffer(),
      'image/webp': await source.webp().toBuffer(),
    }
    for (const [type, bytes] of Object.entries(files)) {
      const form = new FormData()
      form.set('nominal', String(nominal))
      form.set('image', new Blob([new Uint8Array(bytes)], { type }), 'qr')
      const answer = await fetch(`${shop.url}/api/qris-convert`, {
        method: 'POST',
        headers: { 'x-api-key': shop.keys.demo, 'X-API-Variant': dialect },
        body: form,
      })
      expect(answer.status, type).toBe(200)
      expect(convertedIn(await answer.json()), type).toContain('540525017')
    }
    const form = new FormData()
    form.set('nominal', String(nominal))
    form.set('image', new Blob(['<svg/>'], { type: 'image/svg+xml' }), 'qr.svg')
    const refused = await fetch(`${shop.url}/api/qris-convert`, {
      method: 'POST',
      headers: { 'x-api-key': shop.keys.demo },
      body: form,
    })
    expect(refused.status).toBe(400)
  }
  row('4.4', 'convert: multipart nominal + image JPEG/PNG/GIF/WebP', upload)
  row('8', 'Image types JPEG, PNG, GIF, WebP', upload)

  row(
    '4.4',
    'convert detailed fields incl. original_info',
    async variant => {
      const { body } = await convert(variant, { qris, nominal })
      expect(body).toEqual({
        success: true,
        data: {
          original_qris: qris,
          converted_qris: expect.stringContaining('540525017'),
          nominal,
          merchant_name: 'TOKO MURAHA',
          merchant_city: 'Medan',
          crc: body.data.converted_qris.slice(-4),
          qr_image_url: expect.stringMatching(/^http/),
          original_info: { is_static: true, is_dynamic: false, original_amount: null, country_code: 'ID' },
        },
      })
    },
    detailedOnly,
  )

  row(
    '4.4',
    'convert simple fields',
    async variant => {
      expect((await convert(variant, { qris, nominal })).body).toEqual({
        success: true,
        qris: expect.stringContaining('540525017'),
        qr_image_url: expect.stringMatching(/^http/),
        merchant_name: 'TOKO MURAHA',
        amount: nominal,
      })
    },
    simpleOnly,
  )

  row('4.4', 'qr_image_url is picture of converted QR', async variant => {
    const { body } = await convert(variant, { qris, nominal })
    const drawn = await fetch(body.data?.qr_image_url ?? body.qr_image_url)
    expect(drawn.headers.get('content-type')).toBe('image/png')
    const image = Buffer.from(await drawn.arrayBuffer()).toString('base64')
    const read = await variant.api('/qris-info', { body: { image }, headers: { 'X-API-Variant': 'detailed' } })
    expect(read.body.data.qris).toBe(convertedIn(body))
  })
})

describe('/api/qris-info', () => {
  const info = ({ api }: Variant) => api(`/qris-info?qris=${encodeURIComponent(qris)}`)

  row('1.6', 'QRIS info decodes a string', async variant => {
    const { body } = await info(variant)
    expect((body.data ?? body).merchant_name).toBe('TOKO MURAHA')
  })

  row('4.4', 'info: `qris` query required', async ({ api }) => {
    expect(await api('/qris-info')).toMatchObject({ status: 400, body: { fields: [{ path: 'qris' }] } })
  })

  row(
    '4.4',
    'info detailed fields (12)',
    async variant => {
      expect((await info(variant)).body.data).toMatchObject({
        qris,
        is_valid: true,
        merchant_name: 'TOKO MURAHA',
        merchant_city: 'Medan',
        is_static: true,
        is_dynamic: false,
        current_amount: null,
        country_code: 'ID',
        postal_code: '20111',
        merchant_pan: expect.any(String),
        merchant_id: expect.any(String),
        merchant_criteria: 'UMI',
      })
    },
    detailedOnly,
  )

  row(
    '4.4',
    'info simple fields',
    async variant => {
      expect((await info(variant)).body).toMatchObject({
        success: true,
        merchant_name: 'TOKO MURAHA',
        merchant_city: 'Medan',
        amount: null,
        is_dynamic: false,
      })
    },
    simpleOnly,
  )

  row('4.4', 'info POST accepted', async variant => {
    const posted = await variant.api('/qris-info', { body: { qris } })
    expect(posted.status).toBe(200)
    expect(posted.body).toEqual((await info(variant)).body)
  })
})
