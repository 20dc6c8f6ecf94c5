import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Options, QRCode } from 'jsqr'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { Refusal } from '../lib/refusal.ts'

/**
 * The different texts of the QR codes in a picture (JPEG, PNG, GIF, WebP; of an animation its first frame), in no order; none
 * when no code is found. Most pictures give theirs at the first look, within milliseconds; the rest are treated for what
 * usually ails them, one remedy after another, until a code shows. That takes seconds of a processor at worst, so only
 * workers and benches call it. Refuses `invalid_image` for bytes that are no whole picture.
 */
export async function decodePicture(bytes: Uint8Array, pixelsMax: number): Promise<string[]> {
  const picture = await openPicture(bytes, pixelsMax)
  const plain = greyOver(picture, WHITE)
  if (isBlank(plain) && isOpaque(picture) && isColourless(picture)) return []
  for (const attempt of attemptsAt(picture, plain, () => lookClosely(bytes, pixelsMax))) {
    const texts = await attempt()
    if (texts.length > 0) return texts
  }
  return []
}

export interface Picture {
  rgba: Uint8Array
  width: number
  height: number
}

/** One byte a pixel, 0 black. */
export interface Grey {
  data: Uint8Array
  width: number
  height: number
}

/** The pixels, made no larger than the decoder needs: it reads a code of 300 pixels as surely as one of 3000, and faster. */
export async function openPicture(bytes: Uint8Array, pixelsMax: number): Promise<Picture> {
  const image = openFile(bytes, pixelsMax).toColourspace('srgb').ensureAlpha().raw()
  try {
    const { data, info } = await fitted(image, SIDE_MAX).toBuffer({ resolveWithObject: true })
    return { rgba: data, width: info.width, height: info.height }
  } catch {
    throw new Refusal('invalid_image', 'the picture is damaged or cut short')
  }
}

const SIDE_MAX = 1200
const WHITE = 255
const BLACK = 0

/** The header was checked before; `pixelsMax` holds here for a header that lied, and the time for a file made to be slow. */
function openFile(bytes: Uint8Array, pixelsMax: number): Sharp {
  const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1, sequentialRead: true })
  return image.timeout({ seconds: FILE_SECONDS_MAX })
}

const FILE_SECONDS_MAX = 5

/** The first look costs more than it must for one code: it goes on after the first, as there may be two that differ. */
const READER: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 4,
}

// Workers share the machine with everything else: one thread each, and nothing is kept of what was decoded.
sharp.concurrency(1)
sharp.cache(false)

/** From the disk: left alone, the package fetches its program from a public address. */
prepareZXingModule({
  overrides: { wasmBinary: wasmFile() },
})

function wasmFile(): ArrayBuffer {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  return new Uint8Array(readFileSync(path)).buffer
}

// Its types declare an ES module, and it is a CommonJS one.
const jsQr = createRequire(import.meta.url)('jsqr') as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options?: Options,
) => QRCode | null

export async function look(grey: Grey, options = READER): Promise<string[]> {
  const codes = await readBarcodes(rgbaOf(grey), options)
  return [...new Set(codes.filter(code => code.isValid).map(code => textOf(code.bytes, code.text)))]
}

type Rgba = Extract<Parameters<typeof readBarcodes>[0], { width: number }>

/** Codes hold UTF-8 whatever their marking says; `guess` is the decoder's own reading of bytes that are not. */
function textOf(bytes: Uint8Array, guess: string): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return guess
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function rgbaOf({ data, width, height }: Grey): Rgba {
  const pixels = new Uint32Array(data.length)
  for (let at = 0; at < data.length; at++) pixels[at] = data[at]! * 0x010101 + 0xff000000
  return { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' }
}

function greyOver({ rgba, width, height }: Picture, background: number): Grey {
  const data = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < data.length; pixel++, at += 4) {
    const luma = (77 * rgba[at]! + 151 * rgba[at + 1]! + 28 * rgba[at + 2]!) >> 8
    const alpha = rgba[at + 3]!
    data[pixel] = alpha === 255 ? luma : (luma * alpha + background * (255 - alpha)) / 255
  }
  return { data, width, height }
}

/**
 * After a look at the picture as it is, the remedies, cheapest and most often needed first: faded prints, a code without a quiet zone on a dark page, noise (a blur mends most of
 * it, a median the rest), see-through pictures meant for a dark ground, colours that differ in hue alone, blur.
 */
function attemptsAt(picture: Picture, plain: Grey, lookClosely: Look): Look[] {
  const small = shrunk(plain)
  const treated =
    (treat: (image: Sharp) => Sharp): Look =>
    async () =>
      look(await greyOf(treat(sharpOf(await small()))))
  return [
    () => look(plain),
    async () => look(stretched(plain)),
    async () => (isSmall(plain) ? [] : look(await small())),
    async () => look(reframed(stretched(await small()))),
    treated(image => image.blur(1.5)),
    treated(image => image.median(3)),
    async () => (isOpaque(picture) ? [] : look(greyOver(picture, BLACK))),
    async () => (isColourless(picture) ? [] : look(stretched(darkestChannel(picture)))),
    async () => (isColourless(picture) ? [] : look(stretched(redness(picture)))),
    treated(image => image.sharpen({ sigma: 3 })),
    treated(image => image.resize({ ...DOUBLE, fit: 'inside', kernel: 'cubic' })),
    treated(image => image.median(5)),
    lookClosely,
    () => secondOpinion(plain),
  ]
}

type Look = () => Promise<string[]>

/** The treatments take time by the pixel, and none of them is worth it on more than these. */
const TREATED_SIDE_MAX = 800
const DOUBLE = { width: 2 * TREATED_SIDE_MAX, height: 2 * TREATED_SIDE_MAX }

function isSmall({ width, height }: Grey): boolean {
  return Math.max(width, height) <= TREATED_SIDE_MAX
}

/** The picture at most 800 pixels wide and high, made when first asked for. */
function shrunk(plain: Grey): () => Promise<Grey> {
  let small: Promise<Grey> | undefined
  return () => {
    small ??= isSmall(plain) ? Promise.resolve(plain) : greyOf(fitted(sharpOf(plain), TREATED_SIDE_MAX))
    return small
  }
}

function fitted(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

function sharpOf({ data, width, height }: Grey): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } })
}

async function greyOf(image: Sharp): Promise<Grey> {
  const { data, info } = await image.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The shades drawn apart so that all but the darkest and the lightest hundredth span black to white. */
function stretched(grey: Grey): Grey {
  const [dark, light] = [shadeAt(grey, 0.01), shadeAt(grey, 0.99)]
  if (light <= dark) return grey
  const shades = Uint8Array.from({ length: 256 }, (_, shade) =>
    Math.min(WHITE, Math.max(BLACK, Math.round((255 * (shade - dark)) / (light - dark)))),
  )
  const data = new Uint8Array(grey.data.length)
  for (let pixel = 0; pixel < data.length; pixel++) data[pixel] = shades[grey.data[pixel]!]!
  return { ...grey, data }
}

/** The shade that a share of the pixels are darker than. */
function shadeAt({ data }: Grey, share: number): number {
  const counts = new Uint32Array(256)
  for (const shade of data) counts[shade]!++
  let shade = 0
  for (let seen = counts[0]!; seen <= share * data.length && shade < 255; seen += counts[shade]!) shade++
  return shade
}

/** The part that holds everything light, in a white frame: where a dark page swallowed the quiet zone, this is the code. */
function reframed(grey: Grey): Grey {
  const { data, width, height } = grey
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! < 128) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  }
  return left < right ? framed(cropped(grey, left, top, right - left, bottom - top)) : grey
}

function cropped(grey: Grey, left: number, top: number, width: number, height: number): Grey {
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (top + y) * grey.width + left
    data.set(grey.data.subarray(from, from + width), y * width)
  }
  return { data, width, height }
}

function framed(grey: Grey): Grey {
  const frame = 16 + (grey.width >> 3)
  const width = grey.width + 2 * frame
  const height = grey.height + 2 * frame
  const data = new Uint8Array(width * height).fill(WHITE)
  for (let y = 0; y < grey.height; y++) {
    data.set(grey.data.subarray(y * grey.width, (y + 1) * grey.width), (y + frame) * width + frame)
  }
  return { data, width, height }
}

/** One shade throughout, give or take what compression leaves: nothing to look for. */
function isBlank({ data }: Grey): boolean {
  let [darkest, lightest] = [WHITE, BLACK]
  for (const shade of data) {
    if (shade < darkest) darkest = shade
    if (shade > lightest) lightest = shade
  }
  return lightest - darkest < 4
}

function isColourless({ rgba }: Picture): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    if (Math.abs(rgba[at]! - rgba[at + 1]!) > 8 || Math.abs(rgba[at]! - rgba[at + 2]!) > 8) return false
  }
  return true
}

function isOpaque({ rgba }: Picture): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false
  return true
}

/** Where yellow on white is dark: in the blue alone. */
function darkestChannel({ rgba, width, height }: Picture): Grey {
  const data = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < data.length; pixel++, at += 4) {
    data[pixel] = Math.min(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!)
  }
  return { data, width, height }
}

/** Red against green of the same lightness. */
function redness({ rgba, width, height }: Picture): Grey {
  const data = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < data.length; pixel++, at += 4) data[pixel] = 127 + (rgba[at]! - rgba[at + 1]!) / 2
  return { data, width, height }
}

/** The whole file in parts, each at its full size, for a code too small to survive `SIDE_MAX`. */
async function lookClosely(bytes: Uint8Array, pixelsMax: number): Promise<string[]> {
  const whole = await greyOf(openFile(bytes, pixelsMax).flatten({ background: 'white' }))
  if (Math.max(whole.width, whole.height) <= SIDE_MAX) return []
  const texts = new Set<string>()
  for (let top = 0; top === 0 || top + PART_OVERLAP < whole.height; top += SIDE_MAX - PART_OVERLAP) {
    for (let left = 0; left === 0 || left + PART_OVERLAP < whole.width; left += SIDE_MAX - PART_OVERLAP) {
      const [width, height] = [Math.min(SIDE_MAX, whole.width - left), Math.min(SIDE_MAX, whole.height - top)]
      for (const text of await look(cropped(whole, left, top, width, height), CLOSE_READER)) texts.add(text)
    }
  }
  return [...texts]
}

/** Small codes only, so never reduced again; rare enough not to be tried inverted too. */
const CLOSE_READER: ReaderOptions = { ...READER, tryInvert: false, tryDownscale: false }

/** No code larger than this is too small in the reduced picture. */
const PART_OVERLAP = 500

/** The other decoder sees some codes that the first does not. It takes a second a megapixel of noise: never more than 0.25. */
async function secondOpinion(plain: Grey): Promise<string[]> {
  const { data, width, height } = rgbaOf(await greyOf(fitted(sharpOf(plain), SECOND_SIDE_MAX)))
  const code = jsQr(data, width, height, { inversionAttempts: 'dontInvert' })
  return code ? [textOf(Uint8Array.from(code.binaryData), code.data)] : []
}

const SECOND_SIDE_MAX = 500
