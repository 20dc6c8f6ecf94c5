import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Options, QRCode } from 'jsqr'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import {
  BLACK,
  convertToGrey,
  cropPicture,
  extractDarkestChannel,
  extractRedness,
  type GreyPicture,
  isBlank,
  isColourless,
  isOpaque,
  type Picture,
  reframePicture,
  stretchShades,
  WHITE,
} from './pixels.ts'
import { QrisError } from './qris-error.ts'

/**
 * Returns the distinct texts of the QR codes in a picture, in any order; empty if no code is found. Accepts JPEG, PNG,
 * GIF, WebP; of an animation, the first frame. Most pictures succeed at the first attempt, within milliseconds; the
 * others are treated for the usual defects, one after another, until a code is found. At worst this takes seconds of a
 * processor, so call it in a worker thread. Throws a QrisError `invalid_image` for bytes that are not a whole picture.
 */
export async function decodePicture(bytes: Uint8Array, pixelsMax: number): Promise<string[]> {
  const picture = await openPicture(bytes, pixelsMax)
  const isWhole = Math.max(picture.width, picture.height) < SIDE_MAX
  return findTexts(picture, async () => (isWhole ? [] : scanClosely(bytes, pixelsMax)))
}

/**
 * Returns the pixels, reduced to what the decoder needs: it reads a code of 300 pixels as reliably as one of 3000, and
 * faster.
 */
export async function openPicture(bytes: Uint8Array, pixelsMax: number): Promise<Picture> {
  const image = openFile(bytes, pixelsMax).toColourspace('srgb').ensureAlpha()
  const { data, info } = await fitImage(image, SIDE_MAX).raw().toBuffer({ resolveWithObject: true }).catch(refuseDamage)
  return { rgba: data, width: info.width, height: info.height }
}

/**
 * Finds the texts in a picture. `closely` examines the file in its full size, which the reduced picture cannot replace.
 */
export async function findTexts(picture: Picture, closely: Look): Promise<string[]> {
  const isSolid = isOpaque(picture)
  const atOnce = isSolid ? await readCodes(picture) : []
  if (atOnce.length > 0) return atOnce
  const plain = convertToGrey(picture, WHITE)
  if (isSolid && isBlank(plain) && isColourless(picture)) return []
  for (const attempt of attemptsAt(picture, plain, closely)) {
    const texts = await attempt()
    if (texts.length > 0) return texts
  }
  return []
}

const SIDE_MAX = 1200

/**
 * Opens a file whose header was checked before. `pixelsMax` limits a file with a false header, and the time limit a
 * file that is slow on purpose.
 */
function openFile(bytes: Uint8Array, pixelsMax: number): Sharp {
  const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1, sequentialRead: true })
  return image.timeout({ seconds: FILE_SECONDS_MAX })
}

const FILE_SECONDS_MAX = 5

function refuseDamage(): never {
  throw new QrisError('invalid_image', 'the picture is damaged or cut short')
}

/**
 * The first attempt takes longer than one code needs, because it continues after the first code: there may be two that
 * differ.
 */
const READER: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 4,
}

/** Loaded from the disk, because by default the package fetches its program from a public address. */
prepareZXingModule({
  overrides: { wasmBinary: wasmFile() },
})

function wasmFile(): ArrayBuffer {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  return new Uint8Array(readFileSync(path)).buffer
}

// Its types declare an ES module, but it is a CommonJS one.
const jsQr = createRequire(import.meta.url)('jsqr') as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options?: Options,
) => QRCode | null

async function readCodes(image: Picture | GreyPicture, options = READER): Promise<string[]> {
  const codes = await readBarcodes('rgba' in image ? asItIs(image) : inColour(image), options)
  return [...new Set(codes.filter(code => code.isValid).map(code => decodeText(code.bytes, code.text)))]
}

type Rgba = Extract<Parameters<typeof readBarcodes>[0], { width: number }>

/** Codes contain UTF-8 regardless of their marking; `guess` is the decoder's own interpretation of other bytes. */
function decodeText(bytes: Uint8Array, guess: string): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return guess
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function asItIs({ rgba, width, height }: Picture): Rgba {
  return { data: new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length), width, height, colorSpace: 'srgb' }
}

function inColour({ data, width, height }: GreyPicture): Rgba {
  const pixels = new Uint32Array(data.length)
  for (let at = 0; at < data.length; at++) pixels[at] = data[at]! * 0x010101 + 0xff000000
  return { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' }
}

/**
 * Yields attempts, cheapest and most effective first. They handle transparent pictures, faded prints, a code without a
 * quiet zone on a dark page, and noise (a blur corrects most of it, a median the rest). Then follow transparent
 * pictures for a dark background, colours that differ only in hue, and blur.
 */
function attemptsAt(picture: Picture, plain: GreyPicture, closely: Look): Look[] {
  const small = makeShrunk(plain)
  const treated =
    (treat: (image: Sharp) => Sharp): Look =>
    async () =>
      readCodes(await toGrey(treat(toSharp(await small()))))
  return [
    async () => (isOpaque(picture) ? [] : readCodes(plain)),
    async () => readCodes(stretchShades(plain)),
    async () => (isSmall(plain) ? [] : readCodes(await small())),
    async () => readCodes(reframePicture(stretchShades(await small()))),
    treated(image => image.blur(1.5)),
    treated(image => image.median(3)),
    async () => (isOpaque(picture) ? [] : readCodes(convertToGrey(picture, BLACK))),
    async () => (isColourless(picture) ? [] : readCodes(stretchShades(extractDarkestChannel(picture)))),
    async () => (isColourless(picture) ? [] : readCodes(stretchShades(extractRedness(picture)))),
    treated(image => image.sharpen({ sigma: 3 })),
    treated(image => image.resize({ ...DOUBLE, fit: 'inside', kernel: 'cubic' })),
    treated(image => image.median(5)),
    closely,
    () => secondOpinion(plain),
  ]
}

type Look = () => Promise<string[]>

/** The treatments take time per pixel, and are not worth it above this size. */
const TREATED_SIDE_MAX = 800
const DOUBLE = { width: 2 * TREATED_SIDE_MAX, height: 2 * TREATED_SIDE_MAX }

function isSmall({ width, height }: GreyPicture): boolean {
  return Math.max(width, height) <= TREATED_SIDE_MAX
}

/** Returns a function that creates the picture at most 800 pixels wide and high, on its first call. */
function makeShrunk(plain: GreyPicture): () => Promise<GreyPicture> {
  let small: Promise<GreyPicture> | undefined
  return () => {
    small ??= isSmall(plain) ? Promise.resolve(plain) : toGrey(fitImage(toSharp(plain), TREATED_SIDE_MAX))
    return small
  }
}

function fitImage(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

function toSharp({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } })
}

async function toGrey(image: Sharp): Promise<GreyPicture> {
  const { data, info } = await image.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Scans the whole file in parts, each at its full size, for a code too small to survive `SIDE_MAX`. */
async function scanClosely(bytes: Uint8Array, pixelsMax: number): Promise<string[]> {
  const whole = await toGrey(openFile(bytes, pixelsMax).flatten({ background: 'white' })).catch(refuseDamage)
  const texts = new Set<string>()
  for (let top = 0; top === 0 || top + PART_OVERLAP < whole.height; top += SIDE_MAX - PART_OVERLAP) {
    for (let left = 0; left === 0 || left + PART_OVERLAP < whole.width; left += SIDE_MAX - PART_OVERLAP) {
      const [width, height] = [Math.min(SIDE_MAX, whole.width - left), Math.min(SIDE_MAX, whole.height - top)]
      for (const text of await readCodes(cropPicture(whole, { left, top, width, height }), CLOSE_READER))
        texts.add(text)
    }
  }
  return [...texts]
}

/** Parts contain small codes, so they are not reduced; inverted ones are so rare that they are not tried. */
const CLOSE_READER: ReaderOptions = { ...READER, tryInvert: false, tryDownscale: false }

/** A code larger than this is still large enough in the reduced picture. */
const PART_OVERLAP = 500

/**
 * The second decoder finds some codes that the first misses. It takes a second per megapixel of noise, so it never gets
 * more than 0.25.
 */
async function secondOpinion(plain: GreyPicture): Promise<string[]> {
  const { data, width, height } = inColour(await toGrey(fitImage(toSharp(plain), SECOND_SIDE_MAX)))
  const code = jsQr(data, width, height, { inversionAttempts: 'dontInvert' })
  return code ? [decodeText(Uint8Array.from(code.binaryData), code.data)] : []
}

const SECOND_SIDE_MAX = 500
