import { z } from 'zod'
import { makeRule } from '../lib/refusals/field-error.ts'

/** The kinds of keys that people paste by mistake. */
export type WrongKeyKind =
  | 'client_key'
  | 'public_key'
  | 'account_number'
  | 'api_key'
  | 'sandbox_key'
  | 'live_key'
  | 'other_product'

/** A pasted key that was recognised as the wrong one, and the field that contains it. */
export interface RecognisedKey {
  field: string
  kind: WrongKeyKind
}

/** A kind of wrong key, and its pattern. */
export interface WrongKey {
  kind: WrongKeyKind
  pattern: RegExp
  /** The name of the other product that it belongs to. */
  product?: string
}

const keyMax = 200

/**
 * Returns the schema of a key as people paste it: surrounding quotes, `Basic`, `Bearer` and blanks are removed. A key
 * that matches one of `wrongKeys` is refused by its kind.
 */
export function pastedKey(wrongKeys: readonly WrongKey[] = []) {
  const key = z.string().max(1000).transform(cleanKey).pipe(z.string().min(1).max(keyMax))
  return wrongKeys.reduce<z.ZodType<string, string>>(
    (schema, { kind, pattern, product }) =>
      schema.refine(
        text => !pattern.test(text),
        makeRule(product === undefined ? sentences[kind] : `belongs to ${product}`, {
          code: 'wrong_key',
          kind,
          ...(product === undefined ? {} : { product }),
        }),
      ),
    key,
  )
}

const sentences: Record<WrongKeyKind, string> = {
  client_key: 'is a client key',
  public_key: 'is a public key',
  account_number: 'is the number of the account, and not a key',
  api_key: 'is the API key, and not the private key',
  sandbox_key: 'is a sandbox key',
  live_key: 'is a live key',
  other_product: 'belongs to another product',
}

/** Returns the key inside a pasted text, which may be quoted, a header, or a line of settings. */
export function cleanKey(pasted: string): string {
  const bare = withoutQuotes(pasted.replaceAll(/[\s\u200b-\u200d\u2060\ufeff]+/g, ' ').trim())
  const scheme = /^(?:authorization: ?)?(basic|bearer) ?/i.exec(bare)
  const rest = withoutQuotes(scheme ? bare.slice(scheme[0].length) : bare).replaceAll(' ', '')
  const key = scheme?.[1]?.toLowerCase() === 'basic' ? (decodedUser(rest) ?? rest) : rest
  return key.replace(/:$/, '')
}

const marks = '"\'`\u2018\u2019\u201c\u201d,; '

function withoutQuotes(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && marks.includes(text[start]!)) start++
  while (end > start && marks.includes(text[end - 1]!)) end--
  return text.slice(start, end)
}

/**
 * Returns the user name of a Basic credential with an empty password, which is then a key; null if it is not Base64.
 */
function decodedUser(text: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return /^[\x21-\x7e]+:$/.test(decoded) ? decoded.slice(0, -1) : null
}
