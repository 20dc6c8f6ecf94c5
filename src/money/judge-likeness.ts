/** A hold that money might have been meant for. Amounts are in whole rupiah. */
export interface LikelyHold {
  invoiceId: string
  /** The requested amount, before the unique code. */
  amount: number
  finalAmount: number
  heldFrom: Date
  heldUntil: Date
}

export interface Guess {
  reason: 'early' | 'late' | 'inexact' | 'ambiguous'
  /** The payment that the money is probably for; null if several match. */
  invoiceId: string | null
}

/**
 * Guesses which payment money was meant for when no payment held its amount at its time. The amount may be exact but
 * out of time, rounded, without its unique code, with one wrong digit, or a few rupiah off. Null if nothing is close.
 * It is only ever a guess: a person decides.
 */
export function judgeLikeness(paid: number, moment: Date, holds: LikelyHold[]): Guess | null {
  const exact = holds.filter(({ finalAmount }) => finalAmount === paid)
  const before = exact.filter(({ heldUntil }) => heldUntil < moment)
  if (before.length > 0) return makeGuess('late', before)
  if (exact.length > 0) return makeGuess('early', exact)
  const slipped = holds.filter(hold => isRounded(paid, hold) || isDigitOff(paid, hold.finalAmount))
  // The weaker indication, because amounts of different payments may be as close to each other.
  const close = holds.filter(({ finalAmount }) => isFewRupiahOff(paid, finalAmount))
  const isHeld = ({ heldFrom, heldUntil }: LikelyHold) => heldFrom <= moment && heldUntil >= moment
  const near = [slipped.filter(isHeld), close.filter(isHeld), slipped, close].find(({ length }) => length > 0)
  return near ? makeGuess('inexact', near) : null
}

function makeGuess(reason: Guess['reason'], holds: LikelyHold[]): Guess {
  const invoices = [...new Set(holds.map(({ invoiceId }) => invoiceId))]
  return invoices.length === 1 ? { reason, invoiceId: invoices[0]! } : { reason: 'ambiguous', invoiceId: null }
}

function isRounded(paid: number, { amount, finalAmount }: LikelyHold): boolean {
  if (paid === amount) return true
  return [10, 100, 1000].some(
    step => paid === Math.floor(finalAmount / step) * step || paid === Math.ceil(finalAmount / step) * step,
  )
}

const fewRupiah = 5

/** Returns whether an amount is close: 41,010 paid as 41,008 is, although two digits differ. */
function isFewRupiahOff(paid: number, expected: number): boolean {
  return Math.abs(paid - expected) <= fewRupiah
}

/** Returns whether one digit is wrong, missing or extra, or two neighbours are swapped. */
function isDigitOff(paid: number, expected: number): boolean {
  return listMistypedAmounts(expected).has(paid)
}

const digits = [...'0123456789']

/** Returns every amount that differs by one mistyped digit. It works in both directions. */
export function listMistypedAmounts(amount: number): Set<number> {
  const text = String(amount)
  const slips = new Set<number>()
  for (let place = 0; place <= text.length; place++) {
    const [head, tail] = [text.slice(0, place), text.slice(place)]
    for (const digit of digits) {
      slips.add(Number(head + digit + tail))
      if (tail) slips.add(Number(head + digit + tail.slice(1)))
    }
    if (tail) slips.add(Number(head + tail.slice(1)))
    if (tail.length > 1) slips.add(Number(head + tail[1] + tail[0] + tail.slice(2)))
  }
  slips.delete(amount)
  return slips
}
