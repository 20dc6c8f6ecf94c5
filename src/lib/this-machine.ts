import { isIP } from 'node:net'
import os from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Returns whether a connection to this address ends on this machine: loopback, unspecified, or one of its interfaces.
 */
export function isOwnAddress(address: string): boolean {
  const plain = plainAddress(address)
  return plain !== null && (['loopback', 'unspecified'].includes(plain.range()) || listInterfaces().has(String(plain)))
}

/**
 * Returns whether a host is this machine and cannot be reached from the internet. True for `localhost`, loopback, and a
 * private address of one of its interfaces.
 */
export function isLocalHost(host: string): boolean {
  if (host === 'localhost') return true
  const plain = plainAddress(host)
  if (plain === null || !isOwnAddress(host)) return false
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(plain.range())
}

/** Returns whether a connection from this address came across the internet. */
export function isRemoteAddress(address: string | undefined): boolean {
  const plain = plainAddress(address ?? '')
  return plain === null || !['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(plain.range())
}

/**
 * Returns whether an address leads to the same host and port as one of `doors`, by any name or number of this machine.
 */
export function leadsToDoor(url: URL, doors: string[]): boolean {
  return parseDoors(doors).some(door => {
    if (portOf(url) !== portOf(door)) return false
    return hostOf(url) === hostOf(door) || (isThisMachine(hostOf(url)) && isThisMachine(hostOf(door)))
  })
}

const urlsByDoors = new WeakMap<string[], URL[]>()

// Cached, because the list is the same for each of a thousand callbacks a second.
function parseDoors(doors: string[]): URL[] {
  const urls = urlsByDoors.get(doors) ?? doors.map(door => new URL(door))
  urlsByDoors.set(doors, urls)
  return urls
}

const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80))
const hostOf = (url: URL) => url.hostname.replace(/\.$/, '')
const isThisMachine = (host: string) => host === 'localhost' || isOwnAddress(host)

// Normalised: `[::1]` and a mapped `::ffff:127.0.0.1` become the addresses that they represent.
function plainAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = text.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 ? null : ipaddr.process(address)
}

function listInterfaces(): Set<string> {
  const all = Object.values(os.networkInterfaces()).flatMap(list => list ?? [])
  return new Set(all.map(({ address }) => String(ipaddr.process(address))))
}
