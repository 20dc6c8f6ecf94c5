import type Koa from 'koa'
import type { Config } from '../../../config.ts'
import { makePath } from '../../../web/parts/address.ts'
import { isSecure, setCookie } from '../../../web/parts/cookies.ts'
import type { DeviceKind } from '../device.ts'

/** The page of each kind of device, to which its cookie is limited. */
export const devicePaths: Record<DeviceKind, string> = { kasir: '/kasir', soundbox: '/soundbox' }

const deviceLifetimeMs = 400 * 86_400_000

export function readDeviceCookie(config: Pick<Config, 'baseUrl'>, ctx: Koa.Context, kind: DeviceKind) {
  return ctx.cookies.get(deviceCookieName(config, kind))
}

/** Sets the cookie of a device; null removes it. Scripts cannot read it, and it is sent to no other page. */
export function writeDeviceCookie(
  config: Pick<Config, 'baseUrl'>,
  ctx: Koa.Context,
  kind: DeviceKind,
  token: string | null,
): void {
  const path = makePath(config, devicePaths[kind])
  setCookie(config, ctx, deviceCookieName(config, kind), { value: token, path, maxAge: deviceLifetimeMs })
}

// `__Host-` would require the root path.
function deviceCookieName(config: Pick<Config, 'baseUrl'>, kind: DeviceKind): string {
  return `${isSecure(config) ? '__Secure-' : ''}warung-${kind}`
}
