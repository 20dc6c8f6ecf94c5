import type { OutwardType } from './outward.ts'

export const endpointFormats = ['json', 'telegram', 'discord', 'slack', 'ntfy'] as const
export type EndpointFormat = (typeof endpointFormats)[number]

/**
 * `failing`: only failures for five days. `gone`: the receiver reported that it is gone for good. `merchant`: a member
 * disabled it.
 */
export const disablingReasons = ['failing', 'gone', 'merchant'] as const
export type DisablingReason = (typeof disablingReasons)[number]

/** A webhook as its events show it: without its secret, and for a chat only the host of its address. */
export interface OutwardEndpoint {
  id: string
  format: EndpointFormat
  language: 'id' | 'en'
  shownAddress: string
  description: string | null
  types: OutwardType[] | null
  publicKey: string
  disabledAt: Date | null
  disabledReason: DisablingReason | null
  disabledBy: string | null
  failingSince: Date | null
  createdAt: Date
}
