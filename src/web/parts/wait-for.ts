import type { Language } from './language.ts'

const minuteS = 60

/** A waiting time in words: seconds under a minute, else minutes. */
export function waitFor(language: Language, seconds: number): string {
  const inMinutes = seconds > minuteS
  const unit = inMinutes ? 'minute' : 'second'
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  return words.format(Math.max(1, Math.ceil(seconds / (inMinutes ? minuteS : 1))))
}
