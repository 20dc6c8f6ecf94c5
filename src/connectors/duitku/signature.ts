import { createHash, createHmac } from 'node:crypto'

/**
 * How a project signs: by HMAC since April 2026, before that by a hash over the text with the key appended. The old
 * hash is SHA-256 for the list of methods and MD5 for everything else.
 */
export type SignatureForm = 'hmac' | 'old'

export interface SigningKey {
  form: SignatureForm
  apiKey: string
}

/** Returns the signature of a text, which is the concatenated fields of a request or callback. */
export function signText({ form, apiKey }: SigningKey, text: string, oldHash: 'md5' | 'sha256' = 'md5'): string {
  return form === 'hmac'
    ? createHmac('sha256', apiKey).update(text).digest('hex')
    : createHash(oldHash)
        .update(text + apiKey)
        .digest('hex')
}
