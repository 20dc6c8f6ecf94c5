import { checkAddress, OutboundError } from './outbound.ts'
import { refuseField } from './refusal.ts'
import { leadsToDoor } from './this-machine.ts'

export interface TypedAddress {
  /** The field into which it was typed. */
  field: string
  address: string
  /** Internal addresses that may be called despite the rules, as exact `host:port`. */
  allow: string[]
  /** Addresses of this installation to which it must not lead, because they offer controls that move money and time. */
  doors: string[]
}

/**
 * Checks a typed address before anything is sent to it. What its name resolves to is checked with each request, by
 * `createDoorCheck` and the guarded fetch. Refuses `address_refused`, naming the field.
 */
export function checkOutsideAddress({ field, address, allow, doors }: TypedAddress): void {
  try {
    if (!leadsToDoor(checkAddress(address, allow), doors)) return
  } catch (error) {
    if (error instanceof OutboundError)
      throw refuseField(field, error.message, 'malformed', { reason: 'address_refused' })
    throw error
  }
  throw refuseField(field, 'is an address of this installation', 'not_allowed', { reason: 'address_refused' })
}

/** Returns a check of the address that a name resolved to, in the form that `OutboundOptions` takes. */
export function createDoorCheck(doors: string[]): (peer: string, port: number) => boolean {
  return (peer, port) => {
    const host = peer.includes(':') ? `[${peer}]` : peer
    return leadsToDoor(new URL(`http://${host}:${port}`), doors)
  }
}
