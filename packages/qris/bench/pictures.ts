// Decodes the pictures of the vectors with jsQR alone, zxing alone and our decoder, in turns: node bench/pictures.ts
import { createRequire } from 'node:module'
import type { QRCode } from 'jsqr'
import { readBarcodes } from 'zxing-wasm/reader'
import { findTexts, openPicture } from '../src/decode-picture.ts'
import type { Picture } from '../src/pixels.ts'
import { pictures, readPictureBytes } from '../test/vectors.ts'

type Decode = (picture: Picture) => Promise<string[]>

/** `SHORT=1` runs everything once, in the shortest time; the figures are then meaningless. */
const isShort = process.env.SHORT === '1'
const ROUNDS = isShort ? 1 : 5
const PIXELS_MAX = 16e6
const jsQr = createRequire(import.meta.url)('jsqr') as (data: Uint8ClampedArray, w: number, h: number) => QRCode | null

const decoders: Record<string, Decode> = {
  'jsQR alone': async ({ rgba, width, height }) => {
    const code = jsQr(toClamped(rgba), width, height)
    return code ? [Buffer.from(code.binaryData).toString()] : []
  },
  'zxing alone': async ({ rgba, width, height }) => {
    const image = { data: toClamped(rgba), width, height, colorSpace: 'srgb' as const }
    const codes = await readBarcodes(image, { formats: ['QRCode'] })
    return codes.map(code => Buffer.from(code.bytes).toString())
  },
  ours: picture => findTexts(picture, async () => []),
}

const cases = await Promise.all(
  pictures
    .filter(picture => picture.expect === 'decode')
    .map(async picture => {
      const bytes = readPictureBytes(picture)
      return { ...picture, bytes, opened: await openPicture(bytes, PIXELS_MAX) }
    }),
)
const figures = Object.keys(decoders).map(name => ({ name, right: new Set<string>(), wrong: 0, ms: [] as number[] }))

for (let round = -1; round < ROUNDS; round++) {
  for (const figure of figures) {
    for (const { file, qris, opened } of cases) {
      const start = process.cpuUsage()
      const texts = await decoders[figure.name]!(opened)
      const { user, system } = process.cpuUsage(start)
      if (round < 0) continue
      figure.ms.push((user + system) / 1000)
      if (texts.includes(qris!)) figure.right.add(file)
      else figure.wrong += texts.length
    }
  }
}

let openMs = 0
for (const { bytes } of cases) {
  const start = process.cpuUsage()
  await openPicture(bytes, PIXELS_MAX)
  const { user, system } = process.cpuUsage(start)
  openMs += (user + system) / 1000 / cases.length
}

printRow(['decoder', 'right', 'wrong', 'mean ms', 'median ms', 'max ms'])
for (const { name, right, wrong, ms } of figures) {
  const sorted = ms.toSorted((a, b) => a - b)
  const mean = ms.reduce((sum, each) => sum + each, 0) / ms.length
  const shown = [mean, sorted[sorted.length >> 1]!, sorted.at(-1)!].map(each => each.toFixed(1))
  printRow([name, `${right.size}/${cases.length}`, String(wrong), ...shown])
}
printRow([`Processor time of the decoding alone; opening a file takes ${openMs.toFixed(1)} ms more in the mean.`])

function toClamped(rgba: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  return new Uint8ClampedArray(rgba)
}

function printRow(cells: string[]): void {
  process.stdout.write(`${cells.map((cell, n) => (n === 0 ? cell.padEnd(14) : cell.padStart(11))).join('')}\n`)
}
