import type Koa from 'koa'
import type { Config } from '../../config.ts'
import { generateToken } from '../../lib/ids.ts'

/** Merchants and operators sign in on separate pages, and one browser may be signed in as both. */
export type SignInDoor = 'merchant' | 'operator'

export type CookieName = SignInDoor | 'place' | 'language' | 'provider' | 'changed' | 'browser' | 'cart'

const dayMs = 86_400_000
const lifetimeMs: Record<CookieName, number> = {
  // The session itself ends earlier.
  merchant: 7 * dayMs,
  operator: 7 * dayMs,
  place: 365 * dayMs,
  language: 365 * dayMs,
  provider: 600_000,
  changed: 10_000,
  // Identifies whose payments of a bill are open; a payment lives at most a day.
  browser: 30 * dayMs,
  // The cart of a menu page, and its table.
  cart: dayMs,
}

export function readCookie(config: Pick<Config, 'baseUrl'>, ctx: Koa.Context, name: CookieName): string | undefined {
  return ctx.cookies.get(cookieName(config, name))
}

/**
 * Sets a cookie; null removes it. Scripts cannot read it, and it is sent only from our own pages and by links to them.
 */
export function writeCookie(
  config: Pick<Config, 'baseUrl'>,
  ctx: Koa.Context,
  name: CookieName,
  value: string | null,
): void {
  setCookie(config, ctx, cookieName(config, name), { value, path: '/', maxAge: lifetimeMs[name] })
}

/** Returns the name of the browser, setting one first if it has none. */
export function ensureBrowserName(config: Pick<Config, 'baseUrl'>, ctx: Koa.Context): string {
  const existing = readCookie(config, ctx, 'browser')
  if (existing !== undefined) return existing
  const browser = generateToken()
  writeCookie(config, ctx, 'browser', browser)
  return browser
}

/** Sets a cookie by its full name, for `maxAge` milliseconds; null removes it. Scripts cannot read it. */
export function setCookie(
  config: Pick<Config, 'baseUrl'>,
  ctx: Koa.Context,
  name: string,
  { value, path, maxAge }: { value: string | null; path: string; maxAge: number },
): void {
  const secure = isSecure(config)
  // Koa refuses `secure` on plain http, as behind a proxy that terminates TLS: the base URL decides instead.
  ctx.cookies.secure = secure
  const options = { httpOnly: true, sameSite: 'lax', path, secure, signed: false, overwrite: true } as const
  ctx.cookies.set(name, value, value === null ? options : { ...options, maxAge })
}

/**
 * Returns the name with a prefix that prevents sibling hosts from setting the cookie; browsers allow it with https
 * only.
 */
export function cookieName(config: Pick<Config, 'baseUrl'>, name: CookieName): string {
  return `${isSecure(config) ? '__Host-' : ''}warung-${name}`
}

/** Returns whether the installation is reached by https, which cookies with a prefix require. */
export function isSecure({ baseUrl }: Pick<Config, 'baseUrl'>): boolean {
  return baseUrl.startsWith('https:')
}
