import { createHash, createHmac } from 'node:crypto'

/**
 * How a project signs: by HMAC since April 2026, before that by a hash over the text with the key behind it. The old
 * hash is SHA-256 for the list of methods and MD5 for everything else.
 */
export type SignatureForm = 'hmac' | 'old'

export interface Signing {
  form: SignatureForm
  apiKey: string
}

/** The signature of a text: the fields of a request or a callback one after another. */
export function signText({ form, apiKey }: Signing, text: string, oldHash: 'md5' | 'sha256' = 'md5'): string {
  return form === 'hmac'
    ? createHmac('sha256', apiKey).update(text).digest('hex')
    : createHash(oldHash)
        .update(text + apiKey)
        .digest('hex')
}
