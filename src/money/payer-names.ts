/** Returns whether two reports name two payers: no word of one is a word of the other. */
export function namesOtherPayer(name: string | null, other: string | null): boolean {
  const [own, others] = [wordsOf(name), wordsOf(other)]
  return own.length > 0 && others.length > 0 && !sharesWord(own, others)
}

/**
 * Returns whether two reports name the same payer. A word of which a bank shows fewer than three letters proves
 * nothing.
 */
export function isSamePayer(name: string | null, other: string | null): boolean {
  return sharesWord(wordsOf(name).filter(isLong), wordsOf(other).filter(isLong))
}

const isLong = (word: string) => word.replaceAll('*', '').length >= 3

const sharesWord = (own: string[], others: string[]) => own.some(word => others.some(one => isSameWord(word, one)))

const wordsOf = (name: string | null) =>
  (name ?? '')
    .toLowerCase()
    .split(/[^\p{L}*]+/u)
    .filter(Boolean)

// Banks mask names: BUDI S****.
function isSameWord(one: string, other: string): boolean {
  const [plain, otherPlain] = [one.replaceAll('*', ''), other.replaceAll('*', '')]
  return (
    plain === otherPlain ||
    (one.includes('*') && otherPlain.startsWith(plain)) ||
    (other.includes('*') && plain.startsWith(otherPlain))
  )
}
