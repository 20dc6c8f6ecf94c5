import { createHash } from 'node:crypto'

/** Returns a secret key as a Basic credential carries it: as the user name, with an empty password. */
export function basicCredential(key: string): string {
  return Buffer.from(`${key}:`).toString('base64')
}

/** Returns a name for the account behind a key, for as long as no answer has named the account. */
export function nameByKey(key: string): string {
  return `key-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}
