const numbers = /\d(?:[\d.,\u00a0 ]*\d)?/g
const cents = /[.,]\d{1,2}$/

/** Returns whether one of the numbers in a text may be this amount, in whole rupiah, however its digits are grouped. */
export function mentionsAmount(text: string, amount: number): boolean {
  return [...text.normalize('NFKC').matchAll(numbers)].some(([written]) => {
    const readings = [written, ...written.split(/\s+/)].flatMap(number => [number, number.replace(cents, '')])
    return readings.some(number => number.replaceAll(/\D/g, '') === String(amount))
  })
}
