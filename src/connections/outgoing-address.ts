import { lookup } from 'node:dns/promises'
import os from 'node:os'
import { isPublicAddress } from '../lib/outbound.ts'
import type { Needs } from '../needs.ts'

/** The address from which a provider receives our requests, as far as this machine knows. */
export interface OutgoingAddress {
  /** The domain of the shop; null if it is only known in its own network. */
  domain: string | null
  /** Null if this machine does not know it. */
  ip: string | null
  /** Whether the IP is only that of the domain, and requests may leave by another one. */
  isGuessed: boolean
}

/** Finds the address that a provider which admits registered callers only has to register. */
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
