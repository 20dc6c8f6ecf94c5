// Plain JavaScript, because the page of the counter runs this file too.

// Runs of blanks are already single spaces here.
const before = /^(?:rp\.?|idr) ?/i
const after = /(?: ?(?:rupiah|perak)| ?[,.]? ?(?:--?|–|—|=))$/i
const grouped = /^[1-9]\d{0,2}([., '’])\d{3}(?:\1\d{3}){0,3}(?:(?!\1)[.,]0{1,2})?$/
const whole = /^(\d{1,12})$|^(\d{3,12})[.,]00?$/
const inUnits =
  /^(?:(\d{1,5})(?:[.,](\d{1,2})|,(\d{3}))?\s?(?:jt|juta))?\s?(?:(\d{1,6})(?:[.,](\d{1,2}))?\s?(?:rbu?|ribu|rebu|k))?$/i

/**
 * Reads an amount in whole rupiah as people type it: `25000`, `25.000`, `Rp 25.000,-`, `25rb`, `50k`, `1,5jt`,
 * `1 juta 500 ribu`. Returns NaN for anything else, and for what two people would read differently: `1.500rb`, `25,00`.
 *
 * @param {string} text
 * @returns {number}
 */
export function readRupiah(text) {
  const plain = text.replace(/[\s\u200e\u200f]+/g, ' ').trim()
  if (plain.length > 40) return Number.NaN
  const digits = plain.replace(before, '').replace(after, '').trim()
  const number = whole.exec(digits)
  if (number) return Number(number[1] ?? number[2])
  if (grouped.test(digits)) return Number(digits.replace(/[.,]00?$/, '').replaceAll(/\D/g, ''))
  const [match, millions, tenths, thousandths, thousands, ofThousand = ''] = inUnits.exec(digits) ?? []
  if (!match) return Number.NaN
  const amount =
    Number(millions ?? 0) * 1_000_000 +
    Number((tenths ?? thousandths ?? '').padEnd(6, '0')) +
    Number(thousands ?? 0) * 1000 +
    Number(ofThousand.padEnd(3, '0'))
  return amount < 1e12 ? amount : Number.NaN
}
