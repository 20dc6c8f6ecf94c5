import { type AppSentences, knownApps, messengers } from './apps.ts'
import { isMoreThanHarmless, isMoreThanName, seenText, trimBlanks } from './doubt.ts'

export interface ReadMoney {
  app: string
  /** Whole rupiah. */
  amount: number
  payerName: string | null
  /** Whether somebody else could have written it, or it says more than that money came. */
  isDoubtful: boolean
}

export interface Said {
  packageName: string
  title: string
  text: string
}

/**
 * Returns what a notification says if it is one of the sentences that its app uses for incoming money, else null.
 * Nothing is guessed: a number in a text is not yet money. Where the text can be read in several ways the smallest
 * amount is told, with doubt: a name that holds a second one must not gain by it.
 */
export function readSentence({ packageName, title, text }: Said, own: AppSentences[]): ReadMoney | null {
  const said = seenText(text)
  const readings = [...own, ...knownApps]
    .filter(({ packages, titles }) => packages.includes(packageName) && (!titles || isOneOf(titles, title)))
    .flatMap(({ app, sentences }) => sentences.flatMap(sentence => readBy(app, sentence, said)))
    .sort((one, other) => one.amount - other.amount || Number(one.isDoubtful) - Number(other.isDoubtful))
  const [first] = readings
  if (!first) return null
  const isAmbiguous = readings.some(({ amount }) => amount !== first.amount)
  // Also by a merchant's own sentence, which does not mention chats.
  return { ...first, isDoubtful: first.isDoubtful || isAmbiguous || hasChat(packageName) }
}

function readBy(app: string, sentence: string, said: string): ReadMoney[] {
  const readings = fitSentence(sentence, said)
  return readings.flatMap(found => {
    const amounts = found.amount.map(readAmount)
    const amount = amounts[0]
    if (!amount || amounts.some(other => other !== amount)) return []
    const payers = found.payer.map(name => name.trim().replace(/[.!]$/, ''))
    const isNamed = payers.every(name => name !== '' && name !== app && !isMoreThanName(name))
    const isDoubtful = readings.length > 1 || !isNamed || found.any.some(isMoreThanHarmless) || said.endsWith(' ')
    return [{ app, amount, payerName: payers[0] || null, isDoubtful }]
  })
}

/** Whether strangers can write messages in the app. */
export function hasChat(packageName: string): boolean {
  return messengers.has(packageName) || knownApps.some(app => app.hasChat && app.packages.includes(packageName))
}

// As it stands, and not as it is seen: a stranger whose name is a title with something invisible in it must not have
// written that title.
function isOneOf(titles: string[], title: string): boolean {
  return title === '' || titles.some(known => lowerAtoZ(known) === lowerAtoZ(trimBlanks(title)))
}

// A to Z alone: other letters have lower cases among them (the Kelvin sign is one).
const lowerAtoZ = (text: string) => text.replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())

/** `Rp 10.017`, `Rp10.017,00`, `IDR 10,017.00`, `10017`: whole rupiah; null for anything else. */
export function readAmount(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^(rp|idr)\.? ?/i, '')
    .replace(/[.!]$/, '')
  const isWritten =
    /^\d{1,3}(\.\d{3})*(,00)?$/.test(bare) || /^\d{1,3}(,\d{3})*(\.00)?$/.test(bare) || /^\d{1,13}$/.test(bare)
  if (!isWritten) return null
  const amount = Number(bare.replace(/[.,]00$/, '').replace(/[.,]/g, ''))
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null
}

type Found = Record<'amount' | 'payer' | 'any', string[]>

/**
 * Returns what the text has at the sentence's placeholders: nothing where it does not fit, and two readings where it
 * fits in more ways than one. A fixed part of the sentence stands as far to the left as it can in the first, and as far
 * to the right in the second, so that they are the same where there is only one.
 */
function fitSentence(sentence: string, text: string): Found[] {
  const parts = sentence.split(/\{(amount|payer|any)\}/)
  const fixed = parts.filter((_, index) => index % 2 === 0).map(lowerAtoZ)
  const places = parts.filter((_, index) => index % 2 === 1) as (keyof Found)[]
  if (fixed.slice(1, -1).includes('')) return []
  const said = lowerAtoZ(text)
  const end = said.length - fixed.at(-1)!.length
  if (!said.startsWith(fixed[0]!) || !said.endsWith(fixed.at(-1)!) || end < fixed[0]!.length) return []
  const between = fixed.slice(1, -1)
  const left = placesFromLeft(said.slice(0, end), fixed[0]!.length, between)
  const right = placesFromRight(said.slice(0, end), between)
  if (!left || !right) return []
  const read = (starts: number[]) => {
    const found: Found = { amount: [], payer: [], any: [] }
    places.forEach((place, index) => {
      const from = index === 0 ? fixed[0]!.length : starts[index - 1]! + between[index - 1]!.length
      found[place].push(text.slice(from, starts[index] ?? end))
    })
    return found
  }
  return left.every((start, index) => start === right[index]) ? [read(left)] : [read(left), read(right)]
}

function placesFromLeft(said: string, from: number, parts: string[]): number[] | null {
  let at = from
  const starts = parts.map(part => {
    const start = said.indexOf(part, at)
    at = start === -1 ? said.length + 1 : start + part.length
    return start
  })
  return starts.includes(-1) ? null : starts
}

function placesFromRight(said: string, parts: string[]): number[] | null {
  let until = said.length
  const starts = parts.toReversed().map(part => {
    const start = until < part.length ? -1 : said.lastIndexOf(part, until - part.length)
    until = start === -1 ? -1 : start
    return start
  })
  return starts.includes(-1) ? null : starts.toReversed()
}
