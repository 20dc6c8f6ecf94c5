import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import jsQrModule from 'jsqr'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { drawPaymentPicture, type PaymentPicture } from '../../src/pictures/draw-payment-picture.ts'
import { picturePayment } from '../bot/screens/samples.ts'

// The package claims to be a module but is not.
const jsQr = jsQrModule as unknown as typeof jsQrModule.default

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(await fs.readFile(file)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})

const longest = `00020101021226${'x'.repeat(470)}63041234`

function picture(change: Partial<PaymentPicture> = {}): PaymentPicture {
  return {
    merchantName: 'Warung Kopi <b>&" ☕',
    subtitle: 'NMID ID1020017611473',
    amountLabel: 'Total bayar',
    amount: 'Rp\u00a040.321',
    footer: 'Bayar sebelum 14.35 WIB',
    ribbon: null,
    body: { is: 'code', qris: picturePayment.qris },
    ...change,
  }
}

test.each([
  ['an ordinary code', picturePayment.qris],
  ['a code of almost 500 characters', longest],
])('%s is read by two other decoders, even from a small JPEG of a messenger', async (_, qris) => {
  const png = await drawPaymentPicture(picture({ body: { is: 'code', qris } }))
  const squeezed = await sharp(png).resize({ width: 720 }).jpeg({ quality: 70 }).toBuffer()
  for (const image of [png, squeezed]) {
    const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(info.width).toBeGreaterThanOrEqual(720)
    expect(jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(qris)
    const [read] = await readBarcodes(new Uint8Array(image), { formats: ['QRCode'] })
    expect(read?.text).toBe(qris)
  }
})

test('four modules around the code are white', async () => {
  const { data, info } = await sharp(await drawPaymentPicture(picture()))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { location } = jsQr(
    new Uint8ClampedArray(
      await sharp(await drawPaymentPicture(picture()))
        .ensureAlpha()
        .raw()
        .toBuffer(),
    ),
    info.width,
    info.height,
  )!
  const { topLeftCorner: from, bottomRightCorner: to } = location
  const modulePx = 10
  for (let step = 2; step < 4 * modulePx - 2; step++) {
    for (let at = from.x; at < to.x; at += 7) {
      const above = data[Math.round(from.y - step) * info.width * info.channels + Math.round(at) * info.channels]
      const below = data[Math.round(to.y + step) * info.width * info.channels + Math.round(at) * info.channels]
      expect(above).toBeGreaterThan(250)
      expect(below).toBeGreaterThan(250)
    }
  }
})

test.each<PaymentPicture['body']>([
  { is: 'paid', word: 'LUNAS' },
  { is: 'ended', word: 'KEDALUWARSA', hint: 'Jangan dibayar' },
  { is: 'number', label: 'Transfer ke', number: '081200000001', hint: 'Tepat' },
])('the picture of a payment that is $is contains no scannable code', async body => {
  const png = await drawPaymentPicture(picture({ body, ribbon: 'MODE UJI' }))
  expect(await readBarcodes(new Uint8Array(png))).toEqual([])
})

test('the text is drawn on a machine without any fonts', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-fontless-'))
  try {
    await fs.writeFile(path.join(folder, 'fonts.conf'), '<?xml version="1.0"?><fontconfig></fontconfig>')
    const module = path.join(import.meta.dirname, '../../src/pictures/draw-payment-picture.ts')
    const script = `import { drawPaymentPicture } from ${JSON.stringify(module)}
      process.stdout.write((await drawPaymentPicture(${JSON.stringify(picture())})).toString('base64'))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, FONTCONFIG_FILE: path.join(folder, 'fonts.conf'), FONTCONFIG_PATH: folder },
      maxBuffer: 10_000_000,
    })
    const [fontless, usual, nameless] = await Promise.all(
      [Buffer.from(stdout, 'base64'), await drawPaymentPicture(picture()), await drawPaymentPicture(bare)].map(greys),
    )
    // Machines smooth the edges of letters differently; missing letters make a hundred times the difference.
    expect(difference(fontless!, usual!)).toBeLessThan(0.005)
    expect(difference(fontless!, nameless!)).toBeGreaterThan(0.02)
  } finally {
    await fs.rm(folder, { recursive: true })
  }
})

test('a very long name, or one without any drawable character, does no harm', async () => {
  for (const merchantName of ['Toko '.repeat(60), '☕🍞', '', '店'.repeat(40), '&<>"'.repeat(30)]) {
    const { width, height } = await sharp(await drawPaymentPicture(picture({ merchantName }))).metadata()
    expect([width, height]).toEqual([840, 1180])
  }
})

const bare = picture({ merchantName: '', subtitle: '', amountLabel: '', amount: '', footer: '' })

function greys(image: Buffer): Promise<Buffer> {
  return sharp(image).greyscale().raw().toBuffer()
}

/** Returns the share of pixels that differ clearly. */
function difference(one: Buffer, other: Buffer): number {
  let count = 0
  for (let at = 0; at < one.length; at++) if (Math.abs(one[at]! - other[at]!) > 96) count++
  return count / one.length
}
