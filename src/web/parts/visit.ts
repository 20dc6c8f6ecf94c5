import type Koa from 'koa'
import type { Actor, ModeActor } from '../../accounts/audit.ts'
import { type AccountScope, type Mode, modes } from '../../database/scope.ts'
import { findCallerAddress } from '../../http/caller-address.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { type CurrentSession, findSession } from '../../people/find-session.ts'
import { type Act, mayDo, type Role } from '../../people/membership.ts'
import { readCookie, type SignInDoor } from './cookies.ts'
import { chooseLanguage, type Language } from './language.ts'

/**
 * The role that a page requires. `anybody`: signed in or not. `halfway`: signed in except for the second step. `user`:
 * signed in, with or without an account. `newcomer`: as `user`, even before the phone number was given. An act of
 * members (`read`, `orders`, `money`, `settings`): members whose role includes it. `operator`: operators, who sign in
 * separately.
 */
export type PageRole = 'anybody' | 'halfway' | 'newcomer' | 'user' | Act | 'operator'

/** A request without a session. */
export interface Guest {
  language: Language
  /** The address in the form that rate limits use. */
  address: string
  userAgent: string
  session: CurrentSession | null
}

/** A request of a signed-in user. */
export interface Person extends Guest {
  session: CurrentSession
  /** The token of the session, which is never shown. */
  token: string
}

/** A request of a member, viewing one account in one mode. */
export interface Visit extends Person {
  account: { id: number; name: string; role: Role }
  mode: Mode
  scope: Required<AccountScope>
}

export type VisitOf<Name extends PageRole> = Name extends 'anybody'
  ? Guest
  : Name extends 'halfway' | 'newcomer' | 'user' | 'operator'
    ? Person
    : Visit

/** Returns the actor for the audit log. */
export function makeUserActor({ session, address }: Pick<Person, 'session' | 'address'>): Actor {
  const actor = `${session.isOperator ? 'operator' : 'user'} ${session.userId}`
  return { actor, address, name: session.displayName }
}

/** Returns the actor for a member, with the current account and mode. */
export function makeMemberActor(visit: Visit): ModeActor {
  return { ...makeUserActor(visit), accountId: visit.account.id, mode: visit.mode }
}

/** The page that the browser has to open first. */
export interface OtherPage {
  elsewhere: 'sign-in' | 'second-step' | 'phone' | 'open-account'
}

/**
 * Returns the visit for a page of this role, or the page to visit first. Refuses `forbidden` for a member whose role
 * does not suffice.
 */
export async function admitVisitor(
  app: Needs<'em' | 'now' | 'config'>,
  ctx: Koa.Context,
  role: PageRole,
): Promise<Guest | Person | Visit | OtherPage> {
  const token = readToken(app, ctx)
  const session = token && (await readSession(app, ctx, token))
  const guest: Guest = {
    language: chooseLanguage(ctx, app.config, session ? session.language : undefined),
    address: findCallerAddress(ctx),
    userAgent: ctx.get('User-Agent'),
    session: session || null,
  }
  if (role === 'anybody') return guest
  if (!token || !session) return { elsewhere: 'sign-in' }
  const person = { ...guest, session, token }
  if (role === 'halfway') return person
  if (!session.isConfirmed) return { elsewhere: 'second-step' }
  if (role === 'newcomer') return person
  if (session.needsPhone) return { elsewhere: 'phone' }
  if (role === 'user' || role === 'operator') return person
  const visit = resolvePlace(app, ctx, person)
  if (!visit) return { elsewhere: 'open-account' }
  if (!mayDo(visit.account.role, role)) throw new Refusal('forbidden', 'Your role does not include this')
  return visit
}

/** Returns the name of the session cookie that is valid at an address. */
export function findSessionDoor(path: string): SignInDoor {
  return path === '/operator' || path.startsWith('/operator/') ? 'operator' : 'merchant'
}

function readToken({ config }: Needs<'config'>, ctx: Koa.Context): string | null {
  const token = readCookie(config, ctx, findSessionDoor(ctx.path))
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

async function readSession(app: Needs<'em' | 'now'>, ctx: Koa.Context, token: string): Promise<CurrentSession | null> {
  const session = await findSession(app, token)
  return session?.isOperator === (findSessionDoor(ctx.path) === 'operator') ? session : null
}

// The account and mode last selected in this browser, if the user is still a member; otherwise the first account, in
// test mode.
function resolvePlace(app: Needs<'config'>, ctx: Koa.Context, person: Person): Visit | null {
  const [cookieAccount, askedMode] = (readCookie(app.config, ctx, 'place') ?? '').split('.')
  const { memberships } = person.session
  const membership = memberships.find(({ accountId }) => String(accountId) === cookieAccount) ?? memberships[0]
  if (!membership) return null
  const { accountId: id, accountName: name, role } = membership
  const mode = modes.find(mode => mode === askedMode) ?? 'test'
  return { ...person, account: { id, name, role }, mode, scope: { accountId: id, mode } }
}
