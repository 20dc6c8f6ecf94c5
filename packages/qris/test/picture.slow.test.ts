import { createRequire } from 'node:module'
import { crc32, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodePicture } from '../src/decode-picture.ts'
import { qrPng, qrSvg } from '../src/picture.ts'
import { codeOf } from './build.ts'
import { vectors } from './vectors.ts'

const jsQr = createRequire(import.meta.url)('jsqr') as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { binaryData: number[] } | null

const texts = vectors.filter(vector => vector.valid).map(vector => vector.qris)

describe('a picture of a code', () => {
  it('two decoders of other projects read pictures of every vector, PNG and SVG, as their text', async () => {
    for (const text of texts) {
      const scale = 3
      expect(await decodePicture(qrPng(text, { scale }), 16e6)).toEqual([text])
      expect(await readByJsQr(qrPng(text, { scale }))).toBe(text)
      expect(
        await decodePicture(
          await sharp(Buffer.from(qrSvg(text)), { density: 300 })
            .png()
            .toBuffer(),
          16e6,
        ),
      ).toEqual([text])
    }
  }, 60_000)

  it('a picture holds the longest possible code, even of emoji', async () => {
    const text = `000201${'😀'.repeat(506)}`
    expect(await decodePicture(qrPng(text, { scale: 2 }), 16e6)).toEqual([text])
  })
})

describe('the PNG', () => {
  it('the PNG is small, one bit a pixel, and valid in every chunk', () => {
    const png = qrPng(codeOf(), { minPx: 720 })
    const [header, pixels, end] = chunksOf(png)
    expect([header!.type, pixels!.type, end!.type]).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(header!.data[8]).toBe(1)
    const [width, height] = [header!.data.readUInt32BE(0), header!.data.readUInt32BE(4)]
    expect(inflateSync(pixels!.data).length).toBe(height * (1 + Math.ceil(width / 8)))
    expect(png.length).toBeLessThan(4096)
  })

  it.each([
    [{ scale: 1, margin: 0 }, 49],
    [{ scale: 1 }, 57],
    [{ scale: 5, margin: 1 }, 255],
    [{}, 456],
    [{ minPx: 720 }, 741],
    [{ minPx: 1 }, 57],
  ])('the PNG has the requested width: %j', (size, width) => {
    const [header] = chunksOf(qrPng(codeOf(), size))
    expect(header!.data.readUInt32BE(0)).toBe(width)
    expect(header!.data.readUInt32BE(4)).toBe(width)
  })

  it('the PNG has a quiet zone of four modules by default', async () => {
    const { data, info } = await sharp(qrPng(codeOf(), { scale: 1 }))
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const isLight = (x: number, y: number) => data[y * info.width + x] === 255
    for (let at = 0; at < info.width; at++) {
      for (let edge = 0; edge < 4; edge++) {
        expect(isLight(at, edge) && isLight(edge, at) && isLight(at, info.width - 1 - edge)).toBe(true)
      }
    }
    expect(isLight(4, 4)).toBe(false)
  })
})

async function readByJsQr(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const code = jsQr(new Uint8ClampedArray(data), info.width, info.height)
  return Buffer.from(code?.binaryData ?? []).toString()
}

function chunksOf(png: Buffer): Array<{ type: string; data: Buffer }> {
  const chunks = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const data = png.subarray(at + 8, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)))
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data })
    at += 12 + length
  }
  return chunks
}
