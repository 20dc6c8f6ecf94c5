/**
 * `SHORT=1`, as CI runs every bench: once through all of it in the shortest time. The figures mean nothing then, and
 * nothing judges them.
 */
export const isShort = process.env.SHORT === '1'

export function inShort(size: number, full: number): number {
  return isShort ? size : full
}
