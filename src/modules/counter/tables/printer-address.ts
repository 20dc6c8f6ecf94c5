import { formatHostAndPort } from '../../../lib/outgoing/host-and-port.ts'
import { leadsToDoor } from '../../../lib/this-machine.ts'
import type { App } from '../../../needs.ts'

const usualPort = 9100
// A printer's address has neither a scheme nor a path.
const form = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,190})(:\d{1,5})?$/i

/** Parses a typed printer address such as `192.168.1.50` or `kitchen.local:9101`; null for any other text. */
export function readPrinter(input: string): string | null {
  const text = input.trim()
  const [, , port] = form.exec(text) ?? [null]
  const address = port === undefined ? `${text}:${usualPort}` : text
  return form.test(text) && URL.canParse(`http://${address}`) ? formatHostAndPort(new URL(`http://${address}`)) : null
}

/**
 * Returns the printer at an address if the shop may connect to it, otherwise null. Printers are in the local network,
 * beside hosts that strangers must not reach from here, so only addresses that the operator lists in OUTBOUND_ALLOW are
 * allowed.
 */
export function findPrinter(
  { outboundAllow, ownAddresses }: Pick<App['config'], 'outboundAllow' | 'ownAddresses'>,
  printer: string,
): URL | null {
  const url = new URL(`http://${printer}`)
  return outboundAllow.includes(printer) && !leadsToDoor(url, ownAddresses) ? url : null
}
