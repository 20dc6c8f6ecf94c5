import type { IncomingHttpHeaders } from 'node:http'
import { makeNmid } from '../simulator/qris-code.ts'

/** An account at the sandbox's Midtrans. */
export interface MidtransAccount {
  /** The key that was sent, with which notifications are signed. */
  serverKey: string
  /** The merchant id, `G` followed by nine digits. */
  merchantId: string
}

/** Returns the server key of a merchant at the sandbox. */
export function makeServerKey(name: string): string {
  return `SB-Mid-server-${name}`
}

/**
 * Returns the account of a request; null if its key is not a server key. Keys of new sandbox accounts lack the prefix
 * `SB-`. A key `NAME.2` belongs to the account of `NAME`: it is another key of the same merchant.
 */
export function findAccount({ authorization }: IncomingHttpHeaders): MidtransAccount | null {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')
  const serverKey = Buffer.from(basic?.[1] ?? '', 'base64')
    .toString('utf8')
    .replace(/:$/, '')
  const name = /^(?:SB-)?Mid-server-([\w-]{1,60})(?:\.\w{1,20})?$/.exec(serverKey)?.[1]
  return name === undefined ? null : { serverKey, merchantId: makeMerchantId(name) }
}

export function makeMerchantId(name: string): string {
  return `G${makeNmid(name).slice(2, 11)}`
}
