/** What is done to a number as somebody wrote it, one after the other. */
const steps: readonly [pattern: RegExp, by: string][] = [
  [/[^0-9+]/g, ''],
  [/^0([1-9])/, '62$1'],
  // Without its 0 as well; after a plus it could be another country's.
  [/^(8[0-9]{8,11})$/, '62$1'],
  [/[^0-9]/g, ''],
  [/^00/, ''],
  // As in +62 (0)812.
  [/^620/, '62'],
]

/** The digits of a phone number, the same however it was written: 628123456789 for `0812-345-6789` and `+62 812 345 6789`. */
export function phoneDigits(written: string): string {
  return steps.reduce((text, [pattern, by]) => text.replace(pattern, by), written)
}
