/** The languages in which amounts are spoken. */
export type SpokenLanguage = 'id' | 'en'

interface Spelling {
  /** Spells 1 to 999. */
  below1000(value: number): string[]
  /** The words of the scales, from the thousand upward. */
  scales: string[]
  /** Contractions such as "seribu" instead of "satu ribu". */
  oneOf?: Record<string, string>
}

/** The largest spelled amount; others are too long to be spoken. */
export const spokenMax = 999_999_999_999

/**
 * Returns the words of a whole number as people say it: `['lima', 'puluh', 'ribu']`, `['fifty', 'thousand']`. Each word
 * is a clip of the soundbox. From 0 to `spokenMax`; throws a RangeError for any other.
 */
export function spellAmount(amount: number, language: SpokenLanguage): string[] {
  if (!Number.isInteger(amount) || amount < 0 || amount > spokenMax) throw new RangeError(`${amount} is not spelled`)
  const spelling = spellings[language]
  if (amount === 0) return [language === 'id' ? 'nol' : 'zero']
  const words: string[] = []
  for (let scale = spelling.scales.length; scale >= 0; scale--) {
    const group = Math.floor(amount / 1000 ** scale) % 1000
    if (group > 0) words.push(...spellGroup(spelling, group, spelling.scales[scale - 1]))
  }
  return words
}

function spellGroup(spelling: Spelling, group: number, scale: string | undefined): string[] {
  if (scale === undefined) return spelling.below1000(group)
  const one = group === 1 ? spelling.oneOf?.[scale] : undefined
  return one === undefined ? [...spelling.below1000(group), scale] : [one]
}

const idDigits = ['', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan']

function spellIndonesian(value: number): string[] {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const hundred = hundreds === 0 ? [] : hundreds === 1 ? ['seratus'] : [idDigits[hundreds]!, 'ratus']
  return [...hundred, ...indonesianBelow100(rest)]
}

function indonesianBelow100(value: number): string[] {
  if (value === 0) return []
  if (value < 10) return [idDigits[value]!]
  if (value < 12) return [value === 10 ? 'sepuluh' : 'sebelas']
  if (value < 20) return [idDigits[value - 10]!, 'belas']
  return [idDigits[Math.floor(value / 10)]!, 'puluh', ...indonesianBelow100(value % 10)]
}

const enBelow20 = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const enTens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

function spellEnglish(value: number): string[] {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const hundred = hundreds === 0 ? [] : [enBelow20[hundreds]!, 'hundred']
  const small = rest < 20 ? [enBelow20[rest]!] : [enTens[Math.floor(rest / 10)]!, enBelow20[rest % 10]!]
  return [...hundred, ...small.filter(word => word !== '')]
}

const spellings: Record<SpokenLanguage, Spelling> = {
  id: { below1000: spellIndonesian, scales: ['ribu', 'juta', 'miliar'], oneOf: { ribu: 'seribu' } },
  en: { below1000: spellEnglish, scales: ['thousand', 'million', 'billion'] },
}

/** All words that occur in spelled amounts. */
export const spokenWords: Record<SpokenLanguage, readonly string[]> = {
  id: [
    'nol',
    ...idDigits.slice(1),
    'sepuluh',
    'sebelas',
    'belas',
    'puluh',
    'seratus',
    'ratus',
    'seribu',
    ...spellings.id.scales,
  ],
  en: ['zero', ...enBelow20.slice(1), ...enTens.slice(2), 'hundred', ...spellings.en.scales],
}
