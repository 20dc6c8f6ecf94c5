/** Patterns of other providers' keys, which people paste into the wrong form. */
export const otherProviderKeys = {
  midtrans: '(?:SB-)?Mid-(?:server|client)-',
  xendit: 'xnd_',
  tripaySandbox: 'DEV-',
  ipaymuSandbox: 'SANDBOX[0-9A-F]{8}-',
  pem: '-----BEGIN',
} as const

/** Matches the key of any provider except those named. */
export function matchOtherKeys(...ownProviders: (keyof typeof otherProviderKeys)[]): RegExp {
  const others = Object.entries(otherProviderKeys).filter(([name]) => !ownProviders.some(one => one === name))
  return new RegExp(`^(?:${others.map(([, pattern]) => pattern).join('|')})`, 'i')
}
