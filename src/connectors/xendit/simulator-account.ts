import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { makeSecret } from '../simulator/secrets.ts'

/** Returns the secret key of a merchant at the sandbox, and the token that its webhooks carry. */
export function makeKeys(name: string): { secret_key: string; webhook_token: string } {
  return { secret_key: `xnd_development_${name}`, webhook_token: makeWebhookToken(makeBusinessId(name)) }
}

/**
 * Returns whether a request comes from an older account, which has QR codes of 2022-07-31 and no payment requests for
 * QRIS.
 */
export function isOlderAccount({ authorization }: IncomingHttpHeaders): boolean {
  return /-older(?:\.\w{1,20})?:$/.test(keyIn(authorization))
}

/** Returns the business id of a name, 24 hexadecimal digits. */
export function makeBusinessId(name: string): string {
  return createHash('sha256').update(`xendit ${name}`).digest('hex').slice(0, 24)
}

/** Returns the token that the webhooks of a business carry. */
export function makeWebhookToken(businessId: string): string {
  return makeSecret(`webhook_${businessId}`)
}

/**
 * Returns the business of a request; null if its key is not a secret key of test mode. A key `NAME.2` belongs to the
 * business of `NAME`: it is another key of the same merchant.
 */
export function findBusiness({ authorization }: IncomingHttpHeaders): string | null {
  const name = /^xnd_development_([\w-]{1,100})(?:\.\w{1,20})?:$/.exec(keyIn(authorization))?.[1]
  return name === undefined ? null : makeBusinessId(name)
}

function keyIn(authorization: string | undefined): string {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')
  return Buffer.from(basic?.[1] ?? '', 'base64').toString('utf8')
}
