import ipaddr from 'ipaddr.js'
import { refuseField } from '../lib/refusal.ts'

const entriesMax = 20

/**
 * Returns the networks from which a key may be used, in canonical form. Refuses `invalid_request` for anything else.
 */
export function checkAllowedAddresses(addresses: readonly string[]): string[] {
  if (addresses.length > entriesMax)
    throw refuseField('allowed_addresses', `has at most ${entriesMax} entries`, { code: 'too_many', max: entriesMax })
  return addresses.map(text => {
    const network = readNetwork(text.trim())
    if (!network)
      throw refuseField(
        'allowed_addresses',
        `"${text.slice(0, 50)}" is no address such as 203.0.113.7 or 203.0.113.0/24`,
        'malformed',
      )
    return `${network[0].toString()}/${network[1]}`
  })
}

/** Returns whether an address is in one of the networks; an empty list allows all. */
export function isAllowedAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return allowed.some(text => {
    const [network, bits] = ipaddr.parseCIDR(text)
    return network.kind() === caller.kind() && caller.match(network, bits)
  })
}

function readNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  // The library also parses 127.1 and 0x7f000001, which people do not mean.
  if (!/^[0-9a-f.:]+(\/\d{1,3})?$/i.test(text)) return null
  if (!text.includes(':') && text.split('.').length !== 4) return null
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
