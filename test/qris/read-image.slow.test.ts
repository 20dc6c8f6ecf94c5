import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../packages/qris/test/build.ts'
import { pictureBytes } from '../../packages/qris/test/vectors.ts'
import type { RefusalCode } from '../../src/lib/refusal.ts'
import { qrPng } from '../../src/qris/picture.ts'
import { createImageReader } from '../../src/qris/read-image.ts'

const usual = { bytesMax: 5 * 2 ** 20, pixelsMax: 16e6 }
const reader = createImageReader({ ...usual, timeoutMs: 20_000 })
afterAll(() => reader.close())

const code = codeOf()
const other = codeOf({ 59: 'ANOTHER' })

describe('a picture of the vectors without a single code', () => {
  it.each([
    ['neg_blank.png', 'no_code_found'],
    ['neg_noise.jpg', 'no_code_found'],
    ['neg_truncated.png', 'invalid_image'],
    ['two_codes.png', 'several_codes_found'],
  ] as const)('the picture %s is refused as %s', async (file, refusal) => {
    expect(await codeOfRefusal(pictureBytes({ file }))).toBe(refusal)
  })
})

describe('a picture', () => {
  const png = qrPng(code, { scale: 4 })

  it.each([
    ['a 16-bit PNG', () => sharp(png).toColourspace('rgb16').png().toBuffer()],
    ['a PNG with a palette', () => sharp(png).png({ palette: true }).toBuffer()],
    ['an interlaced PNG', () => sharp(png).png({ progressive: true }).toBuffer()],
    ['JPEG', () => sharp(png).jpeg({ quality: 40 }).toBuffer()],
    ['a progressive JPEG', () => sharp(png).jpeg({ progressive: true }).toBuffer()],
    ['GIF', () => sharp(png).gif().toBuffer()],
    ['a lossy WebP', () => sharp(png).webp({ quality: 20 }).toBuffer()],
    ['a lossless WebP', () => sharp(png).webp({ lossless: true }).toBuffer()],
    ['a WebP with a transparent background', () => seeThrough(png).then(image => image.webp().toBuffer())],
    ['a PNG with a transparent background', () => seeThrough(png).then(image => image.png().toBuffer())],
  ])('a picture is read as %s', async (_, make) => {
    expect(await reader.read(await make(), 1)).toBe(code)
  })

  it.each(['gif', 'webp'] as const)('an animation is read by its first frame: %s', async format => {
    const frames = [png, qrPng(other, { scale: 4 })]
    const moving = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    expect(await reader.read(moving, 1)).toBe(code)
  })

  it.each([
    ['faded', () => shades(png, 200, 220)],
    ['yellow on white', () => tinted(png, { r: 255, g: 225, b: 0 }, { r: 255, g: 255, b: 255 })],
    ['red on an equally dark green', () => tinted(png, { r: 190, g: 40, b: 40 }, { r: 50, g: 115, b: 40 })],
    ['light on dark', () => sharp(png).toColourspace('srgb').negate().png().toBuffer()],
    ['white on a transparent background', () => seeThrough(png, 255).then(image => image.png().toBuffer())],
    ['on a dark page with no quiet zone', () => onDarkPage(qrPng(code, { scale: 4, margin: 0 }))],
    ['noisy', () => noisy(png)],
    ['small on a large page', () => onLargePage(qrPng(code, { scale: 3 }))],
  ])('a picture is read even if it is %s', async (_, make) => {
    expect(await reader.read(await make(), 1)).toBe(code)
  })

  it('a picture is read even if it has a web address beside the code', async () => {
    expect(await reader.read(await sideBySide(png, qrPng('https://example.com/menu')), 1)).toBe(code)
  })

  it('a picture is read even if it shows the same code twice', async () => {
    expect(await reader.read(await sideBySide(png, qrPng(code, { scale: 3 })), 1)).toBe(code)
  })

  it('a picture of a damaged code returns it unchanged, so that its faults can be reported', async () => {
    const damaged = code.replace('WARUNG', 'WARONG')
    expect(await reader.read(qrPng(damaged), 1)).toBe(damaged)
  })
})

describe('a refused picture', () => {
  const png = qrPng(code)

  it.each<[string, RefusalCode, () => Buffer | Promise<Buffer>]>([
    ['nothing', 'invalid_image', () => Buffer.alloc(0)],
    ['a text', 'invalid_image', () => Buffer.from(`${code}\n`)],
    ['SVG', 'invalid_image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a zip', 'invalid_image', () => Buffer.concat([Buffer.from('PK\x03\x04'), png])],
    ['TIFF', 'invalid_image', () => sharp(png).tiff().toBuffer()],
    ['the start of a PNG', 'invalid_image', () => png.subarray(0, 20)],
    ['half a PNG', 'invalid_image', () => png.subarray(0, png.length >> 1)],
    ['half a JPEG', 'invalid_image', async () => halfOf(await sharp(png).jpeg().toBuffer())],
    ['half a WebP', 'invalid_image', async () => halfOf(await sharp(png).webp().toBuffer())],
    ['the start of a GIF', 'invalid_image', async () => (await sharp(png).gif().toBuffer()).subarray(0, 60)],
    ['a JPEG without a frame', 'invalid_image', () => Buffer.from('ffd8ffe0000400000000', 'hex')],
    ['a PNG without a width', 'invalid_image', () => bareHeader(0, 100)],
    ['a PNG with a false header', 'invalid_image', () => lying(png)],
    [
      'a blank picture',
      'no_code_found',
      () =>
        sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
    ['a code that is not a QRIS', 'invalid_qris', () => qrPng('https://example.com/')],
    ['two codes that are not QRIS', 'invalid_qris', () => sideBySide(qrPng('hello'), qrPng('https://example.com/'))],
    ['two different codes', 'several_codes_found', () => sideBySide(png, qrPng(other))],
    [
      'two different codes, one small and one inverted',
      'several_codes_found',
      async () =>
        sideBySide(
          png,
          await sharp(qrPng(other, { scale: 3 }))
            .toColourspace('srgb')
            .negate()
            .png()
            .toBuffer(),
        ),
    ],
    ['16,000,001 pixels', 'image_too_large', () => bareHeader(16_000_001, 1)],
    ['over 5 MiB', 'image_too_large', () => Buffer.concat([png, Buffer.alloc(5 * 2 ** 20)])],
  ])('a refused picture is %s: %s', async (_, refusal, make) => {
    expect(await codeOfRefusal(await make())).toBe(refusal)
  })

  it('twenty pictures of 14000 x 14000 pixels are refused by the header alone, without time or memory', async () => {
    const bomb = Buffer.concat([bareHeader(14_000, 14_000), deflateSync(Buffer.alloc(600_000))])
    const fresh = createImageReader(usual)
    const before = process.memoryUsage()
    const startedAt = process.threadCpuUsage()
    const refusals = await Promise.all(Array.from({ length: 20 }, () => codeOfRefusal(bomb, fresh)))
    // The thread's CPU time: a busy machine is only slower.
    const { user, system } = process.threadCpuUsage(startedAt)
    expect((user + system) / 1000).toBeLessThan(50)
    expect(new Set(refusals)).toEqual(new Set(['image_too_large']))
    expect(process.memoryUsage().arrayBuffers - before.arrayBuffers).toBeLessThan(2 ** 20)
    await fresh.close()
  })
})

describe('the threads', () => {
  it('threads read many pictures in parallel and leave the event loop free', async () => {
    const texts = Array.from({ length: 12 }, (_, n) => codeOf({ 59: `WARUNG ${n}` }))
    expect(await Promise.all(texts.map(text => reader.read(qrPng(text), 1)))).toEqual(texts)
  })

  it('threads refuse a picture if too many are waiting', async () => {
    const narrow = createImageReader({ ...usual, workersMax: 1, waitingMax: 2 })
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.read(qrPng(code), 1)))
    expect(answers.map(answer => answer.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(answers.at(-1)).toMatchObject({ reason: { code: 'rate_limited', retryAfterS: 2 } })
    expect(await narrow.read(qrPng(code), 1)).toBe(code)
    await narrow.close()
  })

  it("an owner's queue is limited, and another's first picture comes after one of its pictures", async () => {
    const shared = createImageReader({ ...usual, workersMax: 1, waitingPerOwnerMax: 6 })
    const order: string[] = []
    const read = (owner: number, name: string) => shared.read(qrPng(code), owner).then(() => order.push(name))
    const greedy = Promise.allSettled(Array.from({ length: 12 }, (_, n) => read(1, `greedy ${n}`)))
    const modest = read(2, 'modest')
    await modest
    expect(order.indexOf('modest')).toBeLessThanOrEqual(2)
    expect((await greedy).filter(answer => answer.status === 'rejected')).toHaveLength(5)
    await shared.close()
  })

  it('a thread is killed if a picture takes too long, and the next picture gets a new one', async () => {
    const hasty = createImageReader({ ...usual, workersMax: 1, timeoutMs: 1 })
    const answers = await Promise.allSettled([1, 2, 3].map(() => hasty.read(qrPng(code), 1)))
    for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'no_code_found' } })
    await hasty.close()
  })

  it('the threads end with the reader, and waiting callers receive an error', async () => {
    const closing = createImageReader({ ...usual, workersMax: 1 })
    const answers = Promise.allSettled([1, 2, 3].map(() => closing.read(qrPng(code), 1)))
    await new Promise(setImmediate)
    await closing.close()
    for (const answer of await answers) expect(answer).toMatchObject({ reason: { code: 'unavailable' } })
    expect(await codeOfRefusal(qrPng(code), closing)).toBe('unavailable')
  })
})

async function codeOfRefusal(bytes: Buffer, by = reader): Promise<RefusalCode> {
  const outcome = await by.read(bytes, 1).catch(error => error)
  expect(outcome).toMatchObject({ name: 'Refusal' })
  return outcome.code
}

function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1)
}

/** Returns the dark modules in one shade on a transparent background. */
async function seeThrough(png: Buffer, shade = 0) {
  const { data, info } = await sharp(png)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 4) {
    data[at + 3] = 255 - data[at]!
    data.fill(shade, at, at + 3)
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
}

type Colour = { r: number; g: number; b: number }

function shades(png: Buffer, dark: number, light: number): Promise<Buffer> {
  return tinted(png, { r: dark, g: dark, b: dark }, { r: light, g: light, b: light })
}

async function tinted(png: Buffer, dark: Colour, light: Colour): Promise<Buffer> {
  const { data, info } = await sharp(png)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 3) data.set(Object.values(data[at] ? light : dark), at)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
}

function onDarkPage(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .toColourspace('srgb')
    .extend({ left: 120, right: 30, top: 60, bottom: 90, background: '#000' })
    .png()
    .toBuffer()
}

async function noisy(png: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at++) if ((at * 2654435761) % 2 ** 32 < 0.05 * 2 ** 32) data[at] = at % 2 ? 0 : 255
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png()
    .toBuffer()
}

function onLargePage(png: Buffer): Promise<Buffer> {
  const page = sharp({ create: { width: 3000, height: 4000, channels: 3, background: '#eee' } })
  return page
    .composite([{ input: png, left: 1900, top: 2900 }])
    .jpeg()
    .toBuffer()
}

function sideBySide(left: Buffer, right: Buffer): Promise<Buffer> {
  const page = sharp({ create: { width: 1300, height: 640, channels: 3, background: '#fff' } })
  return page
    .composite([
      { input: left, left: 20, top: 20 },
      { input: right, left: 680, top: 30 },
    ])
    .png()
    .toBuffer()
}

/** Returns a PNG that ends after its size, which is as far as any code should read. */
function bareHeader(width: number, height: number): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** Changes the header so that it claims ten times as many pixels. */
function lying(png: Buffer): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(10 * bytes.readUInt32BE(20), 20)
  return bytes
}
