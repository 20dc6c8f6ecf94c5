import type { Language } from './language.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a waiting time in the largest unit that it exceeds, rounded up. */
export function formatWait(language: Language, seconds: number): string {
  const [unit, long] = units.find(([, each]) => seconds > each) ?? units.at(-1)!
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  return words.format(Math.max(1, Math.ceil(seconds / long)))
}
