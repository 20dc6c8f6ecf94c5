import type { Refusal } from '../../src/lib/refusal.ts'
import { refusalSentence } from '../../src/lib/refusals/refusal-texts.ts'
import type { App } from '../../src/needs.ts'
import { formatMoment, formatTime } from './format.ts'
import type { Language, Texts } from './texts.ts'

/** How one reader is spoken to: the words of their language, and times on the shop's clock. */
export interface Voice {
  language: Language
  t: Texts
  /** `14.35 WIB`. */
  time(date: Date): string
  /** `21 Nov 2026 14.35 WIB`. */
  moment(date: Date): string
}

interface Reader {
  app: Pick<App, 'calendar'>
  language: Language
  t: Texts
}

/** Why something was refused, in a sentence for this reader. */
export function refusalFor(reader: Reader, refusal: Refusal): string {
  return refusalSentence(reader.t.refusals, refusal, makeVoice(reader).moment)
}

export function makeVoice({ app, language, t }: Reader): Voice {
  const { zone } = app.calendar
  return {
    language,
    t,
    time: date => formatTime(language, zone, date),
    moment: date => formatMoment(language, zone, date),
  }
}
