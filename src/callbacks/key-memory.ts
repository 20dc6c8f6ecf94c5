import type { KeyObject } from 'node:crypto'

const keysMax = 2_000

/** Caches signing keys, because creating a key takes several times as long as signing with it. */
export function rememberKeys(make: (text: string) => KeyObject): (text: string) => KeyObject {
  const keys = new Map<string, KeyObject>()
  return text => {
    const record = keys.get(text)
    if (record) return record
    const key = make(text)
    if (keys.size >= keysMax) keys.clear()
    keys.set(text, key)
    return key
  }
}
