/**
 * Whether `SHORT=1` is set, as CI does for every bench: everything runs once in the shortest time. The figures are then
 * meaningless, and are not judged.
 */
export const isShort = process.env.SHORT === '1'

export function pickSize(size: number, fullSize: number): number {
  return isShort ? size : fullSize
}
