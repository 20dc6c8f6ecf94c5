export interface Picture {
  rgba: Uint8Array
  width: number
  height: number
}

/** A grey picture with one byte per pixel; 0 is black. */
export interface GreyPicture {
  data: Uint8Array
  width: number
  height: number
}

export const WHITE = 255
export const BLACK = 0

export function convertToGrey({ rgba, width, height }: Picture, background: number): GreyPicture {
  const data = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < data.length; pixel++, at += 4) {
    const luma = (77 * rgba[at]! + 151 * rgba[at + 1]! + 28 * rgba[at + 2]!) >> 8
    const alpha = rgba[at + 3]!
    data[pixel] = alpha === 255 ? luma : (luma * alpha + background * (255 - alpha)) / 255
  }
  return { data, width, height }
}

/** Returns the darkest of the three channels: yellow on white is dark only in the blue one. */
export function extractDarkestChannel({ rgba, width, height }: Picture): GreyPicture {
  const data = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < data.length; pixel++, at += 4) {
    data[pixel] = Math.min(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!)
  }
  return { data, width, height }
}

/** Returns red minus green, which differ even if the lightness does not. */
export function extractRedness({ rgba, width, height }: Picture): GreyPicture {
  const data = new Uint8Array(width * height)
  for (let pixel = 0, at = 0; pixel < data.length; pixel++, at += 4) data[pixel] = 127 + (rgba[at]! - rgba[at + 1]!) / 2
  return { data, width, height }
}

/** Stretches the shades so that all but the darkest and the lightest hundredth range from black to white. */
export function stretchShades(grey: GreyPicture): GreyPicture {
  const [dark, light] = [shadeAt(grey, 0.01), shadeAt(grey, 0.99)]
  if (light <= dark) return grey
  const shades = Uint8Array.from({ length: 256 }, (_, shade) =>
    Math.min(WHITE, Math.max(BLACK, Math.round((255 * (shade - dark)) / (light - dark)))),
  )
  const data = new Uint8Array(grey.data.length)
  for (let pixel = 0; pixel < data.length; pixel++) data[pixel] = shades[grey.data[pixel]!]!
  return { ...grey, data }
}

/**
 * Returns the part that contains all light pixels, in a white frame. On a dark page without a quiet zone, this is the
 * code.
 */
export function reframePicture(grey: GreyPicture): GreyPicture {
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
  return left < right ? addFrame(cropPicture(grey, { left, top, width: right - left, height: bottom - top })) : grey
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export function cropPicture(grey: GreyPicture, { left, top, width, height }: Box): GreyPicture {
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (top + y) * grey.width + left
    data.set(grey.data.subarray(from, from + width), y * width)
  }
  return { data, width, height }
}

/**
 * Returns whether a picture has a single shade, apart from effects of compression, so that it cannot contain a code.
 */
export function isBlank({ data }: GreyPicture): boolean {
  let [darkest, lightest] = [WHITE, BLACK]
  for (const shade of data) {
    if (shade < darkest) darkest = shade
    if (shade > lightest) lightest = shade
  }
  return lightest - darkest < 4
}

export function isColourless({ rgba }: Picture): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    if (Math.abs(rgba[at]! - rgba[at + 1]!) > 8 || Math.abs(rgba[at]! - rgba[at + 2]!) > 8) return false
  }
  return true
}

export function isOpaque({ rgba }: Picture): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false
  return true
}

/** Returns the shade below which this share of the pixels lies. */
function shadeAt({ data }: GreyPicture, share: number): number {
  const counts = new Uint32Array(256)
  for (const shade of data) counts[shade]!++
  let shade = 0
  for (let seen = counts[0]!; seen <= share * data.length && shade < 255; seen += counts[shade]!) shade++
  return shade
}

function addFrame(grey: GreyPicture): GreyPicture {
  const frame = 16 + (grey.width >> 3)
  const width = grey.width + 2 * frame
  const height = grey.height + 2 * frame
  const data = new Uint8Array(width * height).fill(WHITE)
  for (let y = 0; y < grey.height; y++) {
    data.set(grey.data.subarray(y * grey.width, (y + 1) * grey.width), (y + frame) * width + frame)
  }
  return { data, width, height }
}
