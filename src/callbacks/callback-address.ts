import { checkOutsideAddress, createDoorCheck } from '../lib/outside-address.ts'
import type { Needs } from '../needs.ts'

/**
 * Checks a callback address before anything is sent to it. Refuses `address_refused`. Returns the check for the IP
 * address that its host resolves to, in the form that `OutboundOptions` takes.
 */
export function checkCallbackAddress(
  app: Needs<'config'>,
  field: string,
  address: string,
): (peer: string, port: number) => boolean {
  const doors = doorsFor(app, address)
  checkOutsideAddress({ field, address, allow: app.config.outboundAllow, doors })
  return createDoorCheck(doors)
}

/** Returns this installation's own addresses, except the sandbox's receiver, which accepts callbacks. */
function doorsFor({ config }: Needs<'config'>, address: string): string[] {
  if (config.production || !URL.canParse(address)) return config.ownAddresses
  const receiver = `${new URL(config.sandboxUrl).pathname}/receiver`
  return new URL(address).pathname === receiver ? [] : config.ownAddresses
}
