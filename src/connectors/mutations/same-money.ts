/**
 * Apps of one company that both notify about the same transfer, as data: each app on the left with each on the right.
 */
const pairs = [
  {
    left: ['com.gojek.gopay', 'com.gojek.app'],
    right: ['com.gojek.gopaymerchant', 'com.gojek.resto'],
  },
] as const

/** Returns the packages that notify about the same transfers as this one. */
export function listPairedPackages(packageName: string): readonly string[] {
  const isIn = (side: readonly string[]) => side.includes(packageName)
  return pairs.flatMap(({ left, right }) => (isIn(left) ? right : isIn(right) ? left : []))
}
