import type { OutwardType } from './outward.ts'

export const endpointFormats = ['json', 'telegram', 'discord', 'slack', 'ntfy'] as const
export type EndpointFormat = (typeof endpointFormats)[number]

/**
 * `failing`: nothing but failures for five days. `gone`: the receiver said that it is gone for good. `merchant`: a
 * member switched it off.
 */
export const disablingReasons = ['failing', 'gone', 'merchant'] as const
export type DisablingReason = (typeof disablingReasons)[number]

/** An endpoint as its events show it: without its secret, and of a chat's address only the host. */
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
