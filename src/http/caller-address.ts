import net from 'node:net'
import ipaddr from 'ipaddr.js'
import type Koa from 'koa'

/**
 * Returns the key under which limits count requests: the address, or for IPv6 its /64, because one customer has all
 * addresses of a /64.
 */
export function findCallerAddress(ctx: Koa.Context): string {
  const address = ctx.ip.replace(/^::ffff:/, '')
  return net.isIPv6(address) ? ipaddr.IPv6.parse(address).toNormalizedString().split(':', 4).join(':') : address
}
