// Reads the barcode of goods (EAN-13, EAN-8 and UPC-A) in a picture, for browsers that cannot. It scans lines of the
// picture: a code needs correct guards, digits and check digit, identical on two lines.

interface Digit {
  digit: number
  isMirrored: boolean
}

const lines = 25
// The widths of a digit's four runs in modules, light first; in the second half of a code, dark first.
const digits = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'].map(digit =>
  [...digit].map(Number),
)
// The pattern of mirrored digits among the first six encodes the thirteenth.
const mirrors = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010']
const guardMin = 0.4
const guardMax = 1.7
const errorMax = 1.6

/** Returns the digits of the code; null if none was found. */
export function readBarcode({ data, width, height }: ImageData) {
  const seen = new Map<string, boolean>()
  for (let at = 1; at < lines; at++) {
    const code = readLine(data, width, Math.floor((height * at) / lines))
    if (!code) continue
    if (seen.has(code)) return code
    seen.set(code, true)
  }
  return null
}

function readLine(data: Uint8ClampedArray, width: number, row: number) {
  const runs = barRuns(data, width, row)
  return findCode(runs) ?? findCode(runs.toReversed())
}

/**
 * Returns the alternating widths of light and dark pixels, light first. A pixel is dark if it is darker than its
 * surroundings.
 */
function barRuns(data: Uint8ClampedArray, width: number, row: number) {
  const sums = new Float64Array(width + 1)
  for (let x = 0; x < width; x++) {
    const at = (row * width + x) * 4
    sums[x + 1] = sums[x]! + data[at]! + 2 * data[at + 1]! + data[at + 2]!
  }
  const reach = Math.max(8, Math.round(width / 12))
  const runs = [0]
  let isDark = false
  for (let x = 0; x < width; x++) {
    const [from, to] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)] as const
    const around = (sums[to]! - sums[from]!) / (to - from)
    // Noise on a plain background is not a bar.
    const dark = sums[x + 1]! - sums[x]! < around - 24
    if (dark !== isDark) {
      runs.push(0)
      isDark = dark
    }
    runs[runs.length - 1]!++
  }
  if (runs.length % 2 === 0) runs.push(0)
  return runs
}

/** Finds a code in a line; the dark runs have odd indices, whichever way the line is read. */
function findCode(runs: number[]) {
  for (let at = 1; at + 42 < runs.length; at += 2) {
    for (const [count, each] of [
      [59, 6],
      [43, 4],
    ] as const) {
      if (at + count > runs.length) continue
      const code = decodeRuns(runs.slice(at, at + count), each, runs[at - 1]!)
      if (code) return code
    }
  }
  return null
}

function decodeRuns(runs: number[], each: number, margin: number) {
  const module = runs.reduce((sum, run) => sum + run, 0) / (each * 14 + 11)
  const middle = 3 + each * 4
  const guards = [...runs.slice(0, 3), ...runs.slice(middle, middle + 5), ...runs.slice(-3)]
  if (margin < module * 3) return null
  if (guards.some(run => run < module * guardMin || run > module * guardMax)) return null
  const left = digitsFrom(runs, 3, each)
  const right = digitsFrom(runs, middle + 5, each)
  if (!left || !right || right.some(one => one.isMirrored)) return null
  const first = each === 6 ? mirrors.indexOf(left.map(one => Number(one.isMirrored)).join('')) : ''
  if (first === -1 || (each === 4 && left.some(one => one.isMirrored))) return null
  const code = [first, ...[...left, ...right].map(one => one.digit)].join('')
  return isChecked(code) ? code : null
}

function digitsFrom(runs: number[], from: number, each: number) {
  const found = Array.from({ length: each }, (_, nth) => findDigit(runs.slice(from + nth * 4, from + nth * 4 + 4)))
  return found.every(one => one !== null) ? found : null
}

function findDigit(runs: number[]): Digit | null {
  const module = runs.reduce((sum, run) => sum + run, 0) / 7
  let best: Digit | null = null
  let bestError = errorMax
  for (const [digit, widths] of digits.entries())
    for (const isMirrored of [false, true]) {
      const wanted = isMirrored ? widths.toReversed() : widths
      const error = wanted.reduce((sum, width, nth) => sum + Math.abs(width - runs[nth]! / module), 0)
      if (error >= bestError) continue
      best = { digit, isMirrored }
      bestError = error
    }
  return best
}

/**
 * Returns whether the last digit makes the sum a multiple of ten, with every second digit before it counted three
 * times.
 */
function isChecked(code: string) {
  const sum = [...code].reverse().reduce((all, digit, nth) => all + Number(digit) * (nth % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}
