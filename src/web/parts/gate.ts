import type Koa from 'koa'
import type { z } from 'zod'
import { withFreshReads } from '../../database/slow-reads.ts'
import { Refusal } from '../../lib/refusal.ts'
import { isStorable } from '../../lib/storable.ts'
import type { App } from '../../needs.ts'
import { requireRecentPassword } from '../../people/reauthenticate.ts'
import { makePath } from './address.ts'
import { readCookie } from './cookies.ts'
import type { PageRole, Person, VisitOf } from './visit.ts'
import { admitVisitor, findSessionDoor, type OtherPage } from './visit.ts'

/** The conditions for opening a page or a download. */
export interface Gate<Role extends PageRole, Input> {
  role: Role
  input?: z.ZodType<Input>
}

/**
 * Returns the visit and the input; null if the browser was redirected to another page first. Refuses `forbidden`,
 * `not_found`, `invalid_request`.
 */
export async function enterPage<Role extends PageRole, Input>(
  app: App,
  { role, input }: Gate<Role, Input>,
  ctx: Koa.Context,
): Promise<{ visit: VisitOf<Role>; input: Input } | null> {
  const visit = await admitVisitor(app, ctx, role)
  if ('elsewhere' in visit) {
    sendElsewhere(app, ctx, visit)
    return null
  }
  return { visit: visit as VisitOf<Role>, input: readInput(input, ctx) }
}

/**
 * Returns the app for a request: lists come from the primary if the browser has just changed something, because a
 * replica may not have it yet.
 */
export function selectApp(app: App, ctx: Koa.Context): App {
  const hasChanged = ctx.method === 'POST' || readCookie(app.config, ctx, 'changed') !== undefined
  return hasChanged ? withFreshReads(app) : app
}

function sendElsewhere(app: App, ctx: Koa.Context, { elsewhere }: OtherPage): void {
  const back = ctx.method === 'GET' ? ctx.path + ctx.search : ctx.path
  const door = findSessionDoor(ctx.path) === 'operator' ? '/operator' : ''
  const path = {
    'sign-in': `${door}/sign-in`,
    'second-step': `${door}/sign-in/code`,
    phone: '/sign-in/phone',
    'open-account': '/open-account',
  }
  redirectTo(ctx, makePath(app.config, path[elsewhere], { back }))
}

export function redirectTo(ctx: Koa.Context, address: string): void {
  ctx.status = 303
  ctx.set('Location', address)
}

/** Returns the address of the request, for the form's `action`. */
export function currentAddress(app: Pick<App, 'config'>, ctx: Koa.Context): string {
  return makePath(app.config, ctx.path) + ctx.search
}

/** Returns the page on which a user without a password authenticates again, with the way back. */
export function reauthenticationAddress(app: Pick<App, 'config'>, ctx: Koa.Context): string {
  return makePath(app.config, '/sign-in/again', { back: ctx.path + ctx.search })
}

/** Returns whether the password was entered recently, as `requireRecentPassword` defines it. */
export function isRecentlyAuthenticated(app: App, person: Pick<Person, 'session'>): boolean {
  try {
    requireRecentPassword(app, person.session)
    return true
  } catch {
    return false
  }
}

function readInput<Input>(schema: z.ZodType<Input> | undefined, ctx: Koa.Context): Input {
  const params = (ctx as { params?: Record<string, string> }).params ?? {}
  if (!schema) return {} as Input
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(ctx.query)) if (value !== '') values[name] = value
  if (!isStorable(values)) throw new Refusal('invalid_request', 'The address holds a character that no text has')
  const parsed = schema.safeParse({ ...values, ...params })
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  const isOfPath = path[0] !== undefined && String(path[0]) in params
  // No object has a malformed id.
  if (isOfPath) throw new Refusal('not_found', 'There is nothing at this address')
  throw new Refusal('invalid_request', `${path.join('.')}: ${message}`)
}

/**
 * Returns a path of our own to go back to, otherwise the given one: an address from outside must not lead to another
 * site.
 */
export function toSafePath(back: string | undefined, otherwise: string): string {
  return back !== undefined &&
    /^\/(dashboard|operator|sign-in|open-account|profile)(?:[/?][\w\-./?=&%:+]*)?$/.test(back) &&
    !back.includes('//')
    ? back
    : otherwise
}
