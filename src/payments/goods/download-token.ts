import { createHmac, type KeyObject } from 'node:crypto'
import { isSameText } from '../../lib/same-text.ts'
import type { Needs } from '../../needs.ts'

const purpose = 'download tokens'

/**
 * Returns the token that unlocks the file of a payment once it is paid: 256 bits of base64url (contract 2.1). It is
 * derived from the invoice id and a key of the ring, so that no copy of the database contains it.
 */
export function makeDownloadToken(app: Needs<'seal'>, invoiceId: string): string {
  return signInvoiceId(app.seal.deriveKey(purpose), invoiceId)
}

/** Returns whether the token is this payment's; tokens from before a key rotation stay valid. */
export function isDownloadToken(app: Needs<'seal'>, invoiceId: string, token: string): boolean {
  return app.seal.deriveKeys(purpose, 'all').some(({ key }) => isSameText(token, signInvoiceId(key, invoiceId)))
}

function signInvoiceId(key: KeyObject, invoiceId: string): string {
  return createHmac('sha256', key).update(invoiceId).digest('base64url')
}
