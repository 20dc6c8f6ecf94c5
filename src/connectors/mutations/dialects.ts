import { createHmac } from 'node:crypto'
import { isSameText } from '../../lib/same-text.ts'
import { ConnectorError, type Push } from '../connector.ts'

/** The secrets with which a forwarder may authenticate. */
export interface ForwarderSecrets {
  secret: string
  /** The keys of additional phones of the account. */
  others?: string[] | undefined
  /** The keys of phones that were cut off. */
  retired?: string[] | undefined
  /** Whether `?token=` in the address is accepted as well. */
  token_in_address?: boolean | undefined
  token?: string | undefined
  pin?: string | undefined
}

/** How a verified request identifies an earlier one; null for fields that its dialect lacks. */
export interface RequestIdentity {
  signedTime: string | null
  nonce: string | null
}

export interface Dialect {
  /** Whether a signature covers the body; without one, no amount is trusted. */
  isSigned: boolean
  /**
   * Set if a known sentence settles a payment without a signature, up to this amount unless the merchant sets another.
   */
  amountMax?: number
  /** Verifies a request. Throws `unauthorized`. */
  verify(push: Push, secrets: ForwarderSecrets): RequestIdentity
  /** Verifies the additional proof of a notification, which a heartbeat lacks. Throws `unauthorized`. */
  verifyMoney?(push: Push, secrets: ForwarderSecrets): void
}

/** How forwarders authenticate (docs/connectors/mutations.md). */
export const dialects = {
  native: {
    isSigned: true,
    verify: signedBy({ time: 'x-mutation-timestamp', signature: 'x-mutation-signature', nonce: 'x-mutation-nonce' }),
  },
  payhook: {
    isSigned: true,
    verify: signedBy({ time: 'x-payhook-timestamp', signature: 'x-payhook-signature', nonce: 'x-payhook-nonce' }),
  },
  fadzpay: {
    isSigned: true,
    verify(push, secrets) {
      const sent = signedBy({ time: 'x-ts', signature: 'x-signature' }, 1)(push, secrets)
      if (!isSame(push.headers['x-forwarder-pin'], secrets.pin)) throw refused('the PIN is wrong')
      const token = fadzpayToken(push)
      if (token !== undefined && !isSame(token, secrets.token)) throw refused('the token is wrong')
      return sent
    },
    verifyMoney(push) {
      if (fadzpayToken(push) === undefined) throw refused('the token is missing')
    },
  },
  forwarder: {
    isSigned: false,
    verify(push, { secret }) {
      if (!isSame(push.headers.authorization, `Bearer ${secret}`)) throw refused('the token is wrong')
      return { signedTime: null, nonce: null }
    },
  },
  plain: {
    isSigned: false,
    amountMax: 500_000,
    verify(push, { secret, token_in_address: mayBeInAddress }) {
      const { authorization, 'x-token': xToken } = push.headers
      const inAddress = mayBeInAddress ? addressToken(push) : undefined
      const token = xToken ?? authorization?.replace(/^bearer\s+/i, '') ?? inAddress
      if (!isSame(token?.trim(), secret)) throw refused('the token is wrong')
      return { signedTime: null, nonce: null }
    },
  },
} satisfies Record<string, Dialect>

export type DialectName = keyof typeof dialects

// Longer than any queueing on the way, but too short for a captured request to be useful.
const freshMs = 300_000

interface SigningHeaders {
  time: string
  signature: string
  nonce?: string
}

function signedBy(names: SigningHeaders, unitMs = 1000) {
  return (
    { headers, body, receivedAt }: Push,
    { secret, others = [], retired = [] }: ForwarderSecrets,
  ): RequestIdentity => {
    const time = headers[names.time] ?? ''
    if (!/^\d{1,15}$/.test(time)) throw refused('there is no time')
    const given = (headers[names.signature] ?? '').replace(/^sha256=/, '')
    const isSignedBy = (key: string) =>
      isSameText(given, createHmac('sha256', key).update(`${time}.`).update(body).digest('hex'))
    if (![secret, ...others].some(isSignedBy)) {
      if (retired.some(isSignedBy)) throw new ConnectorError('refused', 'the phone was cut off')
      throw refused('the signature is wrong')
    }
    const aheadMs = Number(time) * unitMs - receivedAt.getTime()
    if (Math.abs(aheadMs) > freshMs) throw refused(describeClock(aheadMs))
    const nonce = names.nonce && headers[names.nonce]
    return { signedTime: time, nonce: nonce ? nonce.slice(0, 200) : null }
  }
}

// Only the owner of the secret sees this: the phone's clock is wrong, or the request is old.
function describeClock(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `the signed time is ${seconds} s ${side} the server's: is the phone's clock right?`
}

// The first version of its script sends the token in the address.
function fadzpayToken(push: Push): string | undefined {
  return push.headers['x-forwarder-token'] ?? addressToken(push)
}

function addressToken({ path }: Push): string | undefined {
  return new URL(path, 'http://hook').searchParams.get('token') ?? undefined
}

function isSame(actual: string | undefined, expected: string | undefined): boolean {
  return actual !== undefined && expected !== undefined && isSameText(actual, expected)
}

const refused = (message: string) => new ConnectorError('unauthorized', message)
