import { type AppSentences, doubtfulWords, knownApps } from './apps.ts'

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
 * Returns what a notification says if it is one of the sentences that its app uses for incoming money, else null. Nothing is guessed: a number in a
 * text is not yet money.
 */
export function readSentence({ packageName, title, text }: Said, own: AppSentences[]): ReadMoney | null {
  const apps = [...own, ...knownApps].filter(
    ({ packages, titles }) => packages.includes(packageName) && (!titles || isOneOf(titles, title)),
  )
  // Also by a merchant's own sentence, which does not mention chats.
  const isChat = hasChat(packageName)
  const said = text.trim().split(/\s+/).join(' ')
  for (const { app, sentences } of apps) {
    for (const sentence of sentences) {
      const found = matchSentence(sentence, said)
      const amount = found && readAmount(found.amount ?? '')
      if (!amount) continue
      const payerName = found.payer?.trim().replace(/[.!]$/, '') || null
      return { app, amount, payerName, isDoubtful: isChat || takesBack(`${found.payer ?? ''} ${found.any ?? ''}`) }
    }
  }
  return null
}

/** Whether strangers can write messages in the app. */
export function hasChat(packageName: string): boolean {
  return knownApps.some(app => app.hasChat && app.packages.includes(packageName))
}

/** Placeholders for a name or for anything also hold what is said after the money: that it was returned, or is still to come. */
function takesBack(said: string): boolean {
  return said
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some(word => doubtfulWords.has(word))
}

function isOneOf(titles: string[], title: string): boolean {
  return title === '' || titles.some(known => known.toLowerCase() === title.trim().toLowerCase())
}

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

type Found = Partial<Record<'amount' | 'payer' | 'any', string>>

/** Returns what the text has at the sentence's placeholders; null where the text does not match. */
function matchSentence(sentence: string, text: string): Found | null {
  // The only letter whose lower case is longer: it would shift everything behind it.
  const said = text.replaceAll('İ', 'i').toLowerCase()
  const found: Found = {}
  let place: keyof Found | null = null
  let at = 0
  for (const part of sentence
    .split(/\{(amount|payer|any)\}/)
    .map((word, index) => ({ word, isPlace: index % 2 === 1 }))) {
    if (part.isPlace) {
      if (place !== null) return null
      place = part.word as keyof Found
    } else if (part.word !== '') {
      const start: number = said.indexOf(part.word.toLowerCase(), at)
      if (start === -1 || (place === null && start !== at)) return null
      if (place !== null) found[place] = text.slice(at, start)
      place = null
      at = start + part.word.length
    }
  }
  if (place !== null) found[place] = text.slice(at)
  else if (at !== text.length) return null
  return found
}
