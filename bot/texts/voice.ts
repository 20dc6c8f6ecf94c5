import type { Refusal } from '../../src/lib/refusal.ts'
import { formatRefusalSentence } from '../../src/lib/refusals/refusal-texts.ts'
import type { App } from '../../src/needs.ts'
import { formatMoment, formatTime } from './format.ts'
import type { Language, Texts } from './texts.ts'

/** The texts and formats for a reader: their language, and times on the shop's clock. */
export interface Voice {
  language: Language
  t: Texts
  /** Formats a time: `14.35 WIB`. */
  time(date: Date): string
  /** Formats a date with its time: `21 Nov 2026 14.35 WIB`. */
  moment(date: Date): string
}

interface Reader {
  app: Pick<App, 'calendar'>
  language: Language
  t: Texts
}

/** Returns the reason of a refusal as a sentence for this reader. */
export function formatRefusal(reader: Reader, refusal: Refusal): string {
  return formatRefusalSentence(reader.t.refusals, refusal, makeVoice(reader).moment)
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
