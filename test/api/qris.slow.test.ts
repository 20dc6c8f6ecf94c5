import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import jsQrModule from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCode } from '../../packages/qris/test/build.ts'
import { buildOpenApiDocument } from '../../src/api/openapi.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { apiParts } from '../kit/parts.ts'

const code =
  '00020101021126610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI5204581253033605802ID5911TOKO MURAHA6005Medan61052011162070703A016304B85E'
const converted =
  '00020101021226610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI520458125303360540525017' +
  '5802ID5911TOKO MURAHA6005Medan61052011162070703A016304037A'

// The package declares `export default` but exports with `module.exports`.
const jsQr = jsQrModule as unknown as typeof jsQrModule.default
const pictures = path.join(import.meta.dirname, '../../packages/qris/test/vectors', 'images')
const picture = (name: string) => readFileSync(path.join(pictures, name))

let shop: TestShop
let elsewhere: http.Server
let elsewhereUrl: string

beforeAll(async () => {
  elsewhere = http.createServer((request, response) => answerElsewhere(request.url!, response))
  await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as AddressInfo
  elsewhereUrl = `http://127.0.0.1:${port}`
  shop = await createTestShop({ settings: { OUTBOUND_ALLOW: `127.0.0.1:${port}` } })
})

afterAll(async () => {
  await shop.close()
  elsewhere.closeAllConnections()
  elsewhere.close()
})

function answerElsewhere(url: string, response: http.ServerResponse): void {
  if (url === '/blur1.png') response.end(picture('blur1.png'))
  else if (url === '/redirect') response.writeHead(302, { location: '/blur1.png' }).end()
  else if (url === '/html') response.writeHead(200, { 'content-type': 'image/png' }).end('<html>no picture</html>')
  else if (url === '/endless') {
    const write = () => response.write(Buffer.alloc(262_144)) && setImmediate(write)
    response.on('drain', write)
    write()
  } else response.writeHead(404).end()
}

interface SourceForm {
  required: string[]
  properties: Record<string, { minLength: number }>
}

/** Returns the documented sources of `POST /api/qris-info`, one of which has to match. */
function sourceForms(): SourceForm[] {
  const { paths } = JSON.parse(JSON.stringify(buildOpenApiDocument('detailed', apiParts, shop.url)))
  return paths['/api/qris-info'].post.requestBody.content['application/json'].schema.oneOf
}

const convert = (body: object) => shop.api('/qris-convert', { body })

describe('POST /api/qris-convert', () => {
  test('qris-convert embeds the amount and describes the original in the detailed dialect', async () => {
    const { status, body } = await convert({ qris: code, nominal: 25_017 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: {
        original_qris: code,
        converted_qris: converted,
        nominal: 25_017,
        merchant_name: 'TOKO MURAHA',
        merchant_city: 'Medan',
        crc: '037A',
        original_info: { is_static: true, is_dynamic: false, original_amount: null, country_code: 'ID' },
      },
    })
  })

  test('qris-convert returns the short form in the simple dialect', async () => {
    const { body } = await shop.api('/qris-convert.php', {
      body: { qris: code, nominal: 25_017 },
      headers: { 'x-api-variant': 'simple' },
    })
    expect(Object.keys(body)).toEqual(['success', 'qris', 'qr_image_url', 'merchant_name', 'amount'])
    expect(body).toMatchObject({ qris: converted, merchant_name: 'TOKO MURAHA', amount: 25_017 })
  })

  test('qr_image_url needs no key, is stable, and shows the converted code to any reader', async () => {
    const [first, again] = [
      await convert({ qris: code, nominal: 25_017 }),
      await convert({ qris: code, nominal: 25_017 }),
    ]
    const address = first.body.data.qr_image_url
    expect(again.body.data.qr_image_url).toBe(address)
    for (const [form, type] of [
      ['png', 'image/png'],
      ['svg', 'image/svg+xml'],
    ] as const) {
      const answer = await fetch(address.replace(/png$/, form))
      expect(answer.headers.get('content-type')).toBe(type)
      const shown = sharp(Buffer.from(await answer.arrayBuffer()))
        .resize(720)
        .ensureAlpha()
        .raw()
      const { data, info } = await shown.toBuffer({ resolveWithObject: true })
      expect(jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(converted)
    }
    expect((await fetch(address.replace(/\.[\w-]{16}\./, '.AAAAAAAAAAAAAAAA.'))).status).toBe(404)
  })

  test('qris-convert accepts a picture as base64, with or without data-URL prefix, by address, or in a form', async () => {
    const base64 = picture('blur1.png').toString('base64')
    const wanted = { body: { data: { converted_qris: converted } } }
    expect(await convert({ image: base64, nominal: 25_017 })).toMatchObject(wanted)
    expect(await convert({ image: `data:image/png;base64,${base64}`, nominal: 25_017 })).toMatchObject(wanted)
    const spellings = [
      `DATA:image/png;base64,${base64}`,
      picture('blur1.png').toString('base64url'),
      base64.replaceAll('+', ' '),
      base64.replace(/.{76}/g, '$&\r\n'),
    ]
    for (const image of spellings) expect(await convert({ image, nominal: 25_017 })).toMatchObject(wanted)
    expect(await convert({ image_url: `${elsewhereUrl}/blur1.png`, nominal: 25_017 })).toMatchObject(wanted)

    const form = new FormData()
    form.set('nominal', '25017')
    form.set('image', new Blob([picture('blur1.png')]), 'photo.jpg')
    const answer = await fetch(`${shop.url}/api/qris-convert`, {
      method: 'POST',
      headers: { 'x-api-key': shop.keys.demo },
      body: form,
    })
    expect(await answer.json()).toMatchObject(wanted.body)
  })

  test.each([
    ['a path', { filePath: path.join(pictures, 'blur1.png') }],
    ['the path of an endless file', { filePath: '/dev/zero' }],
    ['a path under other names', { filepath: '/etc/passwd', path: '/etc/passwd', originalFilename: 'a.png', size: 1 }],
    ['a serialized buffer', { type: 'Buffer', data: [137, 80, 78, 71] }],
    ['a list of paths', [{ filePath: '/etc/passwd' }]],
    ['a number', 7],
  ])('JSON cannot refer to a file: %s is refused', async (_name, image) => {
    for (const body of [
      { image, nominal: 25_017 },
      { image_url: image, nominal: 25_017 },
      { qris: image, nominal: 25_017 },
    ]) {
      const answer = await convert(body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(await shop.api('/qris-info', { body: { ...body, nominal: undefined } })).toMatchObject({ status: 400 })
    }
  })

  test('eight megabytes of data-URL text are refused, whatever they contain', async () => {
    for (const image of [
      `data:image/png${';a'.repeat(4_000_000)}`,
      `data:${'a'.repeat(8_000_000)}`,
      `data:image/png;base64,${'='.repeat(8_000_000)}`,
      ' '.repeat(8_000_000),
    ]) {
      const answer = await convert({ image, nominal: 25_017 })
      expect(answer).toMatchObject({ status: 400, body: { success: false } })
    }
  })

  test.each([
    ['spaces around it', `  ${code}\r\n`],
    ['a BOM', `\uFEFF${code}`],
    ['a CRC in lower case', code.replace(/B85E$/, 'b85e')],
  ])('a code with %s is accepted', async (_name, qris) => {
    expect((await convert({ qris, nominal: 25_017 })).body.data.converted_qris).toBe(converted)
  })

  const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64')
  const wrong: [string, object, string, string][] = [
    ['no source', { nominal: 1000 }, 'qris', 'invalid_request'],
    ['two sources', { nominal: 1000, qris: code, image: 'AAAA' }, 'image', 'invalid_request'],
    ['empty text', { nominal: 1000, qris: '' }, 'qris', 'invalid_request'],
    ['blank text', { nominal: 1000, qris: '  ' }, 'qris', 'invalid_qris'],
    ['over 512 characters', { nominal: 1000, qris: '0'.repeat(513) }, 'qris', 'invalid_qris'],
    ['a wrong CRC', { nominal: 1000, qris: code.replace('MURAHA', 'MURAHB') }, 'qris', 'invalid_crc'],
    ['a lower-cased code', { nominal: 1000, qris: code.toLowerCase() }, 'qris', 'invalid_crc'],
    ['nominal 0', { nominal: 0, qris: code }, 'nominal', 'invalid_nominal'],
    ['a negative nominal', { nominal: -1, qris: code }, 'nominal', 'invalid_nominal'],
    ['a float', { nominal: 1000.5, qris: code }, 'nominal', 'invalid_nominal'],
    ['nominal as text', { nominal: '1000', qris: code }, 'nominal', 'invalid_nominal'],
    ['nominal over 13 characters', { nominal: 10_000_000_000_000, qris: code }, 'nominal', 'invalid_nominal'],
    ['no nominal', { qris: code }, 'nominal', 'invalid_nominal'],
    ['base64 garbage', { nominal: 1000, image: '*not base64*' }, 'image', 'invalid_image'],
    ['a truncated picture', { nominal: 1000, image: base64(picture('neg_truncated.png')) }, 'image', 'invalid_image'],
    ['text named .png', { nominal: 1000, image: base64('hello, I am a picture') }, 'image', 'invalid_image'],
    ['SVG', { nominal: 1000, image: base64('<svg xmlns="http://www.w3.org/2000/svg"/>') }, 'image', 'invalid_image'],
    ['a zip', { nominal: 1000, image: base64('PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaa') }, 'image', 'invalid_image'],
    ['a picture without a code', { nominal: 1000, image: base64(picture('neg_blank.png')) }, 'image', 'no_code_found'],
    [
      'a picture with two different codes',
      { nominal: 1000, image: base64(picture('two_codes.png')) },
      'image',
      'several_codes_found',
    ],
    ['a picture over 5 MiB', { nominal: 1000, image: base64(Buffer.alloc(5_242_881)) }, 'image', 'image_too_large'],
    [
      'an internal address',
      { nominal: 1000, image_url: 'http://169.254.169.254/a.png' },
      'image_url',
      'address_refused',
    ],
    [
      'an address of this host',
      { nominal: 1000, image_url: 'http://localhost:1/a.png' },
      'image_url',
      'address_refused',
    ],
    ['an invalid address', { nominal: 1000, image_url: 'a.png' }, 'image_url', 'address_refused'],
  ]
  test.each(wrong)('qris-convert refuses %s, with the field and the position', async (_name, body, field, kind) => {
    const answer = await convert(body)
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: kind, fields: [{ path: field }] } })
  })

  test.each([
    ['a redirect', '/redirect', 'fetch_failed'],
    ['HTML', '/html', 'invalid_image'],
    ['a body without end', '/endless', 'image_too_large'],
    ['a closed port', '/nothing', 'fetch_failed'],
  ])('image_url pointing to %s is refused', async (_name, where, kind) => {
    const answer = await convert({ nominal: 1000, image_url: elsewhereUrl + where })
    expect(answer).toMatchObject({ status: 400, body: { code: kind, fields: [{ path: 'image_url' }] } })
  })

  test('a PNG of 16 megapixels or more is refused by its header', async () => {
    const huge = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const answer = await convert({ nominal: 1000, image: base64(huge) })
    expect(answer).toMatchObject({ status: 400, body: { code: 'image_too_large' } })
  })
})

describe('/api/qris-info', () => {
  const info = (qris: string, headers = {}) => shop.api(`/qris-info?qris=${encodeURIComponent(qris)}`, { headers })

  test('qris-info returns every field of the code in the detailed dialect', async () => {
    expect((await info(code)).body).toEqual({
      success: true,
      data: {
        qris: code,
        is_valid: true,
        merchant_name: 'TOKO MURAHA',
        merchant_city: 'Medan',
        is_static: true,
        is_dynamic: false,
        current_amount: null,
        country_code: 'ID',
        postal_code: '20111',
        merchant_pan: '936009144628194821',
        merchant_id: 'U935181909',
        merchant_criteria: 'UMI',
        nmid: 'ID3786579754323',
      },
    })
  })

  test('qris-info returns the short form in the simple dialect', async () => {
    expect((await info(converted, { 'x-api-variant': 'simple' })).body).toEqual({
      success: true,
      is_valid: true,
      merchant_name: 'TOKO MURAHA',
      merchant_city: 'Medan',
      amount: 25_017,
      is_dynamic: true,
    })
  })

  test.each([
    ['another currency', { 53: '458' }],
    ['another country', { 58: 'MY' }],
    ['an unknown point of initiation', { '01': '13' }],
  ])('a code with %s is not valid', async (_what, fields) => {
    const answer = await shop.api(`/qris-info?qris=${encodeURIComponent(buildCode(fields))}`)
    expect(answer).toMatchObject({ status: 200, body: { data: { is_valid: false } } })
  })

  test('a readable code with a wrong CRC returns is_valid false with its fields', async () => {
    const answer = await info(code.replace('MURAHA', 'MURAHB'))
    expect(answer).toMatchObject({ status: 200, body: { data: { is_valid: false, merchant_name: 'TOKO MURAHB' } } })
    const simple = await info(code.replace('MURAHA', 'MURAHB'), { 'x-api-variant': 'simple' })
    expect(simple).toMatchObject({ status: 200, body: { is_valid: false, merchant_name: 'TOKO MURAHB' } })
  })

  test('a + in the query is decoded once and never restored', async () => {
    const answer = await shop.api(`/qris-info?qris=${code.replace('TOKO MURAHA', 'TOKO+MURAHA')}`)
    expect(answer.body.data).toMatchObject({ is_valid: true, merchant_name: 'TOKO MURAHA' })
    const escaped = await shop.api(`/qris-info?qris=${code.replace('TOKO MURAHA', 'TOKO%2BMURAHA')}`)
    expect(escaped.body.data).toMatchObject({ is_valid: false, merchant_name: 'TOKO+MURAHA' })
  })

  test('the POST form of qris-info accepts the same as qris-convert', async () => {
    const image = picture('blur1.png').toString('base64')
    const answer = await shop.api('/qris-info', { body: { image } })
    expect(answer.body.data).toMatchObject({ qris: code, is_valid: true })
  })

  const given = { qris: code, image: 'aGk=', image_url: 'ftp://shop.example/qr.png' }
  const names = ['qris', 'image', 'image_url'] as const
  const combinations = [0, 1, 2, 3, 4, 5, 6, 7].map(bits => ({
    sources: names.filter((_name, at) => bits & (1 << at)),
  }))

  test.each(combinations)('qris-info accepts $sources only if that is documented', async ({ sources }) => {
    const body = Object.fromEntries(names.map(name => [name, sources.includes(name) ? given[name] : '']))
    const { body: answer } = await shop.api('/qris-info', { body })
    const fitting = sourceForms().filter(({ required, properties }) =>
      required.every(name => body[name]!.length >= properties[name]!.minLength),
    )
    expect(/one of/.test(answer.error ?? '')).toBe(fitting.length !== 1)
    expect(fitting).toHaveLength(sources.length)
  })

  test.each([['hello'], ['0002'], ['']])('%j is not a code: 400', async qris => {
    expect((await info(qris)).status).toBe(400)
  })
})
