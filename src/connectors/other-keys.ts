import type { WrongKey } from './pasted-key.ts'

/** Other providers' keys, which people paste into the wrong form. */
const keysOfOthers = {
  midtrans: { product: 'Midtrans', pattern: /^(?:SB-)?Mid-(?:server|client)-/i },
  xendit: { product: 'Xendit', pattern: /^xnd_/i },
  tripaySandbox: { product: 'Tripay', pattern: /^DEV-/i },
  ipaymuSandbox: { product: 'iPaymu', pattern: /^SANDBOX[0-9A-F]{8}-/i },
  pem: { product: 'SNAP (PEM)', pattern: /^-----BEGIN/i },
} as const

/** Returns the keys of all providers except those named. */
export function keysOfAnother(...own: (keyof typeof keysOfOthers)[]): WrongKey[] {
  const names = Object.keys(keysOfOthers) as (keyof typeof keysOfOthers)[]
  return names
    .filter(name => !own.includes(name))
    .map(name => ({ kind: 'other_product' as const, ...keysOfOthers[name] }))
}
