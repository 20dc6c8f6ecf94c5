export const endpointFormats = ['json', 'telegram', 'discord', 'slack', 'ntfy'] as const
export type EndpointFormat = (typeof endpointFormats)[number]

/**
 * `failing`: only failures for five days. `gone`: the receiver reported that it is gone for good. `merchant`: a member
 * disabled it.
 */
export const disablingReasons = ['failing', 'gone', 'merchant'] as const
export type DisablingReason = (typeof disablingReasons)[number]
