import { checkAddress, OutboundError } from '../lib/outbound.ts'
import { refuseField } from '../lib/refusal.ts'
import { leadsTo } from '../lib/this-machine.ts'
import type { Needs } from '../needs.ts'

/**
 * Checks what an address of callbacks shows before anything is sent to it. Of this installation's own addresses only the sandbox's receiver may be
 * named: a callback to a control would make Warung itself move money and time. Refuses `address_refused`.
 */
export function checkCallbackAddress(app: Needs<'config'>, field: string, address: string): void {
  try {
    const url = checkAddress(address, app.config.outboundAllow)
    if (isReceiver(app, url) || !leadsTo(url, app.config.ownAddresses)) return
  } catch (error) {
    if (error instanceof OutboundError) throw refuseField(field, error.message, 'address_refused')
    throw error
  }
  throw refuseField(field, 'of this installation only the sandbox takes callbacks, at /receiver', 'address_refused')
}

/** The same for the address that a name resolved to, in the form that `OutboundOptions` takes. */
export function refusesOwnDoors(app: Needs<'config'>, address: string): (peer: string, port: number) => boolean {
  if (isReceiver(app, new URL(address))) return () => false
  return (peer, port) => {
    const host = peer.includes(':') ? `[${peer}]` : peer
    return leadsTo(new URL(`http://${host}:${port}`), app.config.ownAddresses)
  }
}

function isReceiver({ config }: Needs<'config'>, url: URL): boolean {
  return !config.production && url.pathname === `${new URL(config.sandboxUrl).pathname}/receiver`
}
