import net from 'node:net'
import ipaddr from 'ipaddr.js'
import type Koa from 'koa'

/**
 * Returns the key that limits count by: the address, or its /64 for IPv6, because one customer owns all addresses of a
 * /64.
 */
export function callerAddress(ctx: Koa.Context): string {
  const address = ctx.ip.replace(/^::ffff:/, '')
  return net.isIPv6(address) ? ipaddr.IPv6.parse(address).toNormalizedString().split(':', 4).join(':') : address
}
