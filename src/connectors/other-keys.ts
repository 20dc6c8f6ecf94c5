/** Patterns of other providers' keys, which people paste into the wrong form. */
export const keysOfOthers = {
  midtrans: '(?:SB-)?Mid-(?:server|client)-',
  xendit: 'xnd_',
  tripaySandbox: 'DEV-',
  ipaymuSandbox: 'SANDBOX[0-9A-F]{8}-',
  pem: '-----BEGIN',
} as const

/** Matches the key of any provider except those named. */
export function keyOfAnother(...own: (keyof typeof keysOfOthers)[]): RegExp {
  const others = Object.entries(keysOfOthers).filter(([name]) => !own.some(one => one === name))
  return new RegExp(`^(?:${others.map(([, pattern]) => pattern).join('|')})`, 'i')
}
