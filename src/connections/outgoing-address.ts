import { lookup } from 'node:dns/promises'
import os from 'node:os'
import { isPublicAddress } from '../lib/outbound.ts'
import type { Needs } from '../needs.ts'

/** The address from which a provider receives our requests, as far as this machine can determine it. */
export interface OutgoingAddress {
  /** The shop's domain; null if it is only known in its local network. */
  domain: string | null
  /** The IP address; null if this machine cannot determine it. */
  ip: string | null
  /** Whether the IP address is only that of the domain, while requests may leave from another one. */
  isGuessed: boolean
}

/** Finds the address to register at a provider that only accepts registered callers. */
export async function findOutgoingAddress({ config }: Needs<'config'>): Promise<OutgoingAddress> {
  const { hostname } = new URL(config.baseUrl)
  const domain = /^[\d.]+$|^\[|^localhost$|\.(?:local|localhost|internal)$/.test(hostname) ? null : hostname
  const interfaces = Object.values(os.networkInterfaces()).flatMap(list => list ?? [])
  const own = interfaces.find(({ family, address }) => family === 'IPv4' && isPublicAddress(address))
  if (own) return { domain, ip: own.address, isGuessed: false }
  const resolved = domain === null ? hostname : await resolveDomain(domain)
  return { domain, ip: resolved !== null && isPublicAddress(resolved) ? resolved : null, isGuessed: true }
}

async function resolveDomain(domain: string): Promise<string | null> {
  try {
    return (await lookup(domain, 4)).address
  } catch {
    return null
  }
}
