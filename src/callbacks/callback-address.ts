import { checkOutsideAddress, refusesDoors } from '../lib/outside-address.ts'
import type { Needs } from '../needs.ts'

/** Checks what an address of callbacks shows before anything is sent to it. Refuses `address_refused`. */
export function checkCallbackAddress(app: Needs<'config'>, field: string, address: string): void {
  checkOutsideAddress({ field, address, allow: app.config.outboundAllow, doors: doorsFor(app, address) })
}

/** The same for the address that its name resolved to, in the form that `OutboundOptions` takes. */
export function refusesOwnDoors(app: Needs<'config'>, address: string): (peer: string, port: number) => boolean {
  return refusesDoors(doorsFor(app, address))
}

/** This installation's own addresses, but for the one that takes callbacks: the sandbox's receiver. */
function doorsFor({ config }: Needs<'config'>, address: string): string[] {
  const receiver = `${new URL(config.sandboxUrl).pathname}/receiver`
  const isReceiver = !config.production && URL.canParse(address) && new URL(address).pathname === receiver
  return isReceiver ? [] : config.ownAddresses
}
