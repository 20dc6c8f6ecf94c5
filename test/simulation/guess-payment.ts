/** A payment that money might be for. Times are in minutes, money in rupiah. */
interface Held {
  invoiceId: string
  amount: number
  finalAmount: number
  heldFrom: number
  heldUntil: number
}

export interface Guess {
  reason: 'early' | 'late' | 'inexact' | 'ambiguous'
  /** Null if several payments are as likely. */
  invoiceId: string | null
}

const dayMinutes = 1_440

/** Guesses which payment money was for when none held its amount; null if none is near. */
export function guessPayment(paid: number, now: number, all: readonly Held[]): Guess | null {
  const holds = all.filter(one => one.heldFrom <= now + dayMinutes && one.heldUntil >= now - dayMinutes)
  const exact = holds.filter(({ finalAmount }) => finalAmount === paid)
  const past = exact.filter(({ heldUntil }) => heldUntil < now)
  if (exact.length > 0) return past.length > 0 ? choose('late', past) : choose('early', exact)
  const alike = holds.filter(one => isRounded(paid, one) || isMistyped(`${paid}`, `${one.finalAmount}`))
  const close = holds.filter(({ finalAmount }) => Math.abs(finalAmount - paid) <= 5)
  const isHeld = ({ heldFrom, heldUntil }: Held) => heldFrom <= now && now <= heldUntil
  const [best] = [alike.filter(isHeld), close.filter(isHeld), alike, close].filter(({ length }) => length > 0)
  return best ? choose('inexact', best) : null
}

const choose = (reason: Guess['reason'], holds: Held[]): Guess =>
  holds.length === 1 ? { reason, invoiceId: holds[0]!.invoiceId } : { reason: 'ambiguous', invoiceId: null }

/** Without its unique code, or rounded to tens, hundreds or thousands. */
const isRounded = (paid: number, { amount, finalAmount }: Held) =>
  paid === amount || [10, 100, 1_000].some(step => paid % step === 0 && Math.abs(paid - finalAmount) < step)

/** With one digit replaced, left out or added, or with two neighbours swapped. */
function isMistyped(paid: string, expected: string): boolean {
  const differing = [...paid].flatMap((digit, place) => (digit === expected[place] ? [] : [place]))
  const [first = 0, second = 0] = differing
  const isSwapped = second === first + 1 && paid[first] === expected[second] && paid[second] === expected[first]
  if (paid.length === expected.length) return differing.length === 1 || (differing.length === 2 && isSwapped)
  const [short, long] = paid.length < expected.length ? [paid, expected] : [expected, paid]
  return [...long].some((_, place) => long.slice(0, place) + long.slice(place + 1) === short)
}
