import { createHash } from 'node:crypto'

/** Returns the Basic credential of a secret key: the key as user name, with an empty password. */
export function makeBasicCredential(key: string): string {
  return Buffer.from(`${key}:`).toString('base64')
}

/** Returns a name for the account behind a key, used until an answer reveals the account. */
export function makeNameFromKey(key: string): string {
  return `key-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}
