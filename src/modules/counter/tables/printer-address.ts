import { hostAndPort } from '../../../lib/outbound.ts'
import { leadsTo } from '../../../lib/this-machine.ts'
import type { App } from '../../../needs.ts'

const usualPort = 9100
// Neither a scheme nor a path: a printer has none.
const form = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,190})(:\d{1,5})?$/i

/** Reads the address of a printer as it is typed, `192.168.1.50` or `kitchen.local:9101`; null for other texts. */
export function readPrinter(typed: string): string | null {
  const text = typed.trim()
  const [, , port] = form.exec(text) ?? [null]
  const address = port === undefined ? `${text}:${usualPort}` : text
  return form.test(text) && URL.canParse(`http://${address}`) ? hostAndPort(new URL(`http://${address}`)) : null
}

/**
 * The printer of an address, if the shop may connect to it; else null. Printers are in the inner network, beside what
 * strangers must not reach from here, so only addresses that the operator names in OUTBOUND_ALLOW are connected to.
 */
export function findPrinter(
  { outboundAllow, ownAddresses }: Pick<App['config'], 'outboundAllow' | 'ownAddresses'>,
  printer: string,
): URL | null {
  const url = new URL(`http://${printer}`)
  return outboundAllow.includes(printer) && !leadsTo(url, ownAddresses) ? url : null
}
