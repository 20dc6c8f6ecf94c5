import type { DrawnSentence, NotificationWords, TaughtSentence } from '../../taught-sentence.ts'
import { builtInApps, hasChat } from '../apps.ts'
import { isMoreThanSource, trimBlanks } from '../doubt.ts'
import { isDateOrTime } from '../slots.ts'
import type { Token } from '../tokens.ts'
import { brandNames, brandWords, nameParticles } from '../words.ts'
import { isNumber, isPossibleName, type PlaceholderKind, readByTaughtSentence } from './fit-taught.ts'
import { nonNameWords } from './non-name-words.ts'
import { screenWords } from './screen-words.ts'
import { hasCurrency, readTaughtText, spellsAmount, type TaughtText, titleEnd } from './taught-tokens.ts'

/** A range of tokens with the placeholder that replaces it. */
interface Drawn {
  from: number
  /** The end of the range, exclusive. */
  to: number
  place: PlaceholderKind
}

const sentenceMax = 600
const tokensMax = 90

/**
 * Derives a sentence from a notification by replacing its changing parts with placeholders. `expected` contains the
 * amounts that payments were waiting for at its arrival; they decide which of several amounts is the money.
 */
export function drawSentence(words: NotificationWords, expected: readonly number[]): DrawnSentence {
  if (hasChat(words.packageName)) return { lesson: null, refused: 'chat' }
  const said = readTaughtText(words.title, words.text)
  if (said.said.length > sentenceMax || said.tokens.length > tokensMax || /[{}]/.test(said.said)) {
    return { lesson: null, refused: 'too_long' }
  }
  const { drawn, hasAmount } = drawPlaces(words.packageName, said, expected)
  const lesson = writeSentence(words.packageName, said, drawn)
  if (hasAmount === 'several') return { lesson, refused: 'two_amounts' }
  if (hasAmount === 'none') return { lesson, refused: 'no_amount' }
  const fixed = fixedWords(said, drawn)
  if (isTakenAway(said, drawn)) return { lesson, refused: 'not_money', word: '-' }
  // An amount in words would stay fixed, regardless of the digits next time.
  if (fixed.some(spellsAmount)) return { lesson, refused: 'two_amounts' }
  if (isTooLittle(fixed, lesson)) return { lesson, refused: 'few_words' }
  // A chat partner's name is the entire title.
  if (isSendersName(words)) return { lesson, refused: 'not_money', word: words.title }
  const screening = screenWords(fixed)
  if (screening.verdict === 'not_money') return { lesson, refused: 'not_money', word: screening.word }
  const reading = readByTaughtSentence(lesson, words)
  if (reading === null) return { lesson, refused: 'two_amounts' }
  if (screening.verdict === 'unclear' && !expected.includes(reading.amount)) return { lesson, refused: 'unclear' }
  return { lesson, reading, refused: null }
}

/** Returns whether a title is a name that neither Warung nor the app itself uses. */
function isSendersName({ packageName, title }: NotificationWords): boolean {
  const { tokens } = readTaughtText(title, '')
  const words = tokens.filter(({ text }) => /^\p{L}/u.test(text))
  const isKnown = ({ lower }: Token) => nonNameWords.has(lower) || (lower.length > 2 && packageName.includes(lower))
  return words.length > 0 && words.every(token => token.amount === null && !isKnown(token))
}

/** Returns the form of a notification, whether or not it reports money. */
export function deriveForm(words: NotificationWords): TaughtSentence {
  const said = readTaughtText(words.title, words.text)
  return writeSentence(words.packageName, said, drawPlaces(words.packageName, said, []).drawn)
}

/** Returns the amounts in a notification; none if strangers can write in its app. */
export function findAmounts({ packageName, title, text }: NotificationWords): number[] {
  if (hasChat(packageName)) return []
  return readTaughtText(title, text).tokens.flatMap(({ amount }) => (amount === null ? [] : [amount]))
}

interface Places {
  drawn: Drawn[]
  hasAmount: 'one' | 'several' | 'none'
}

function drawPlaces(packageName: string, { said, tokens }: TaughtText, expected: readonly number[]): Places {
  const { indexes, hasAmount } = chooseAmount(tokens, expected)
  const drawn: Drawn[] = []
  let isNamed = false
  for (let index = 0; index < tokens.length; ) {
    const next = placeAt({ packageName, said, tokens, index, amounts: indexes, isNamed })
    if (next) drawn.push(next)
    isNamed ||= next?.place === 'payer' || next?.place === 'source'
    index = next?.to ?? index + 1
  }
  return { drawn, hasAmount }
}

interface Looking extends TaughtText {
  packageName: string
  index: number
  /** The tokens of the received amount. */
  amounts: ReadonlySet<number>
  /** Whether the payer already has a placeholder. */
  isNamed: boolean
}

function placeAt(looking: Looking): Drawn | null {
  const { tokens, index, amounts } = looking
  const token = tokens[index]!
  if (amounts.has(index)) return { from: index, to: index + 1, place: 'amount' }
  const moment = momentAt(looking)
  if (moment) return moment
  if (token.amount !== null && (hasCurrency(token) || /[.,]/.test(token.text))) {
    return { from: index, to: index + 1, place: 'money' }
  }
  const source = sourceAt(looking)
  if (source) return source
  if (isNumber(token)) return { from: index, to: index + 1, place: 'number' }
  return nameAt(looking)
}

const longestMoment = 10

function momentAt({ said, tokens, index }: Looking): Drawn | null {
  if (!/[a-z\d]/i.test(tokens[index]!.text)) return null
  for (let to = Math.min(tokens.length, index + longestMoment); to > index; to--) {
    const words = said.slice(tokens[index]!.from, tokens[to - 1]!.to)
    if (/[a-z\d]$/i.test(words) && /\d/.test(words) && isDateOrTime(words)) return { from: index, to, place: 'when' }
  }
  return null
}

const beforePayer = new Set(['dari', 'dr', 'from', 'oleh', 'by', 'pengirim', 'sender', 'a.n', 'a/n', 'an', 'nama'])
const beforeOwn = new Set(['ke', 'kepada', 'untuk', 'to', 'for', 'penerima', 'receiver'])

/** Returns what the customer paid with, in a merchant's app. */
function sourceAt({ packageName, said, tokens, index, isNamed }: Looking): Drawn | null {
  if (isNamed || !isOfMerchants(packageName) || !beforePayer.has(lowerBefore(tokens, index))) return null
  if (!isBrandToken(tokens[index]!)) return null
  let to = index + 1
  while (to < tokens.length && (isBrandToken(tokens[to]!) || /^[A-Z]+$/.test(tokens[to]!.text))) to++
  while (to > index && isMoreThanSource(said.slice(tokens[index]!.from, tokens[to - 1]!.to))) to--
  return to > index ? { from: index, to, place: 'source' } : null
}

const isBrandToken = ({ lower, text }: Token) => /^[A-Z]/.test(text) && (brandWords.has(lower) || brandNames.has(lower))

const merchantForms = new Set(['merchant', 'danaBisnis', 'shopeePartner', 'bniMerchant', 'interactiveQris'])

function isOfMerchants(packageName: string): boolean {
  return builtInApps.some(
    ({ packages, forms }) => packages.includes(packageName) && forms.some(f => merchantForms.has(f)),
  )
}

function lowerBefore(tokens: Token[], index: number): string {
  const before = tokens[index - 1]?.lower ?? ''
  return before === ':' || before === '.' ? (tokens[index - 2]?.lower ?? '') : before
}

const longestName = 12

function nameAt({ said, tokens, index, isNamed }: Looking): Drawn | null {
  const before = lowerBefore(tokens, index)
  if (!beginsName(tokens[index]!) || isOwnWord(tokens, index, before)) return null
  let to = index + 1
  while (to < tokens.length && to - index < longestName && goesOnAsName(said, tokens, to)) to++
  while (to > index && !isName(said, tokens, index, to)) to--
  if (to === index || isFirstWord(tokens, index, to)) return null
  const isPayer = !isNamed && !['di', 'at', 'pada', 'in'].includes(before)
  return { from: index, to, place: isPayer ? 'payer' : 'store' }
}

/**
 * Returns whether a word is the app's own. That is the merchant's account or shop, which never changes, or a title that
 * does not continue with the payer.
 */
function isOwnWord(tokens: Token[], index: number, before: string): boolean {
  if (beforeOwn.has(before)) return true
  return isInTitle(tokens, index) && !beforePayer.has(before) && !acts.has(tokens[index + 1]?.lower ?? '')
}

/** Returns whether it is the first word, which is capitalised anyway; it is a name if a verb follows. */
function isFirstWord(tokens: Token[], index: number, to: number): boolean {
  const next = tokens[to]?.lower ?? ''
  if (to !== index + 1 || !isFirst(tokens, index) || acts.has(next)) return false
  const { text } = tokens[index]!
  return text !== text.toUpperCase() || /^[!,]$/.test(next)
}

const acts = new Set(
  `telah sudah udah baru mengirim mengirimkan kirim mentransfer transfer membayar bayar menyetor has sent paid
    transferred just sends pays`.split(/\s+/),
)

const isInTitle = (tokens: Token[], index: number) => tokens.findIndex(({ text }) => text === titleEnd) > index

const isFirst = (tokens: Token[], index: number) => index === 0 || tokens[index - 1]!.text === titleEnd

function beginsName({ text, lower }: Token): boolean {
  return /^(?:[A-Z]|\*+[A-Z])[A-Za-z.'’*&-]*$/.test(text) && !nonNameWords.has(lower)
}

function goesOnAsName(phrase: string, tokens: Token[], at: number): boolean {
  const { text, lower, from } = tokens[at]!
  if (beginsName(tokens[at]!) || nameParticles.has(text) || /^[A-Z]$|^[*x]+\d{0,4}$/.test(text)) return true
  // "S." and "PT." are abbreviations; after a longer word a full stop ends the sentence.
  if (text === '.') return phrase[from - 1] !== ' ' && /^[A-Z][a-z]{0,3}$|^[A-Z]{1,3}$/.test(tokens[at - 1]!.text)
  return text === text.toUpperCase() && /^[A-Z]{2,}$/.test(text) && isCapitals(tokens[at - 1]!) && !isSaid(lower)
}

const isCapitals = ({ text }: Token) => /^[A-Z.]{2,}$/.test(text)
const isSaid = (lower: string) => nonNameWords.has(lower)

function isName(text: string, tokens: Token[], from: number, to: number): boolean {
  const name = text.slice(tokens[from]!.from, tokens[to - 1]!.to)
  return !/[,:;!?]$/.test(name) && isPossibleName(name)
}

/** Words that mark an amount beside them as a balance or a cost, not received money. */
const besideOther = new Set(
  `saldo balance sisa biaya fee admin mdr potongan akhir terkini total-saldo available tersedia tip min minimal maks
    limit`.split(/\s+/),
)

const comes = new Set(
  `bertambah masuk nambah diterima menerima terima dapat dapet mendapat mendapatkan received receive got increased came
    ditambah ditambahkan added`.split(/\s+/),
)

/** Returns the tokens of the received money: one amount, however often it occurs. */
function chooseAmount(
  tokens: Token[],
  expected: readonly number[],
): Pick<Places, 'hasAmount'> & { indexes: Set<number> } {
  const all = tokens.flatMap((token, index) => (token.amount === null ? [] : [{ index, token, amount: token.amount }]))
  const withCurrency = all.filter(({ token, index }) => hasCurrency(token) || isCurrency(tokens[index + 1]))
  const grouped = all.filter(({ token }) => /[.,]/.test(token.text))
  const candidates = [withCurrency, grouped, all].find(some => some.length > 0) ?? []
  const choices = [
    candidates.filter(({ amount }) => expected.includes(amount)),
    candidates.filter(({ index }) => !isBesideOther(tokens, index)),
  ]
  for (const choice of choices) {
    const amounts = new Set(choice.map(({ amount }) => amount))
    if (amounts.size === 1) {
      const [amount] = amounts
      const indexes = new Set(choices[1]!.filter(each => each.amount === amount).map(({ index }) => index))
      return { hasAmount: 'one', indexes: indexes.size > 0 ? indexes : new Set(choice.map(({ index }) => index)) }
    }
  }
  return { hasAmount: candidates.length === 0 ? 'none' : 'several', indexes: new Set() }
}

const isCurrency = (token: Token | undefined) => ['rupiah', 'idr', 'rp'].includes(token?.lower ?? '')

function isBesideOther(tokens: Token[], index: number): boolean {
  const before = tokens.slice(Math.max(0, index - 4), index)
  const end = before.findLastIndex(({ text, amount }) => amount !== null || /^[.!;\n]$/.test(text))
  const words = before.slice(end + 1).map(({ lower }) => lower)
  // "Saldo bertambah Rp10.017" reports received money.
  if (words.some(word => comes.has(word))) return false
  return words.some((word, at) => besideOther.has(word) && !/gopay|ovo|dana|shopeepay/.test(words[at + 1] ?? ''))
}

function fixedWords({ tokens }: TaughtText, drawn: readonly Drawn[]): string[] {
  const byStart = new Map(drawn.map(each => [each.from, each]))
  const words: string[] = []
  for (let index = 0; index < tokens.length; ) {
    const place = byStart.get(index)
    const word = tokens[index]!.lower
    if (place) words.push(`{${place.place}}`)
    else if (word !== titleEnd) words.push(word)
    index = place?.to ?? index + 1
  }
  return words
}

/** Returns whether a minus precedes the money, as in "-Rp10.017" or "Rp -10.017"; one between spaces only separates. */
function isTakenAway({ said, tokens }: TaughtText, drawn: readonly Drawn[]): boolean {
  return drawn.some(({ place, from }) => place === 'amount' && /[-−]$/.test(said.slice(0, tokens[from]!.from)))
}

/** Returns whether a rule has so few words that it would match almost anything. */
function isTooLittle(words: readonly string[], { title, sentence }: TaughtSentence): boolean {
  const fixed = words.filter(word => /^[a-z][a-z'-]+$/.test(word))
  const letters = `${title}${sentence}`.replaceAll(/\{[a-z]+\}/g, '').replaceAll(/[^A-Za-z]/g, '')
  return fixed.length < 2 || letters.length < 8
}

function writeSentence(packageName: string, { said, tokens }: TaughtText, drawn: readonly Drawn[]): TaughtSentence {
  let at = 0
  let written = ''
  for (const { from, to, place } of drawn) {
    written += `${said.slice(at, tokens[from]!.from)}{${place}}`
    at = tokens[to - 1]!.to
  }
  written += said.slice(at)
  const end = written.indexOf(titleEnd)
  return { packageName, title: trimBlanks(written.slice(0, end)), sentence: trimBlanks(written.slice(end + 1)) }
}
