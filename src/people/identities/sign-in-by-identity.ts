import { takeAttempt } from '../../accounts/take-attempt.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { createUser } from '../create-user.ts'
import { refuseClosedSignUp } from '../open-account.ts'
import { findWaysToProve } from '../second-step/ways-to-prove.ts'
import type { SignInResult } from '../sign-in.ts'
import { startSession } from '../start-session.ts'
import { User } from '../user.ts'
import { adoptEmail, retryIfTaken } from './adopt-email.ts'
import { Identity } from './identity.ts'
import type { ProvedIdentity } from './identity-provider.ts'
import { linkIdentity } from './link-identity.ts'
import { isFreshSignIn } from './reauthenticate-by-identity.ts'

export interface Browser {
  address: string
  userAgent: string
  language: 'id' | 'en'
}

const perAddressMax = 50
const windowS = 900

/**
 * Signs in the person that a provider identifies (contract 5.5). They are found by the issuer and its id for the
 * person, or by the e-mail address if both the provider and we have verified it; otherwise a new user without a
 * password is created. The second step is required as always.
 *
 * Refuses `refused_transition` if the address belongs to a user but proves nothing: they have to sign in first, and
 * link then; `forbidden` for a stranger while sign-up is closed; `unauthorized` for a disabled user; `rate_limited`.
 */
export async function signInByIdentity(
  app: Needs<'em' | 'transaction' | 'now' | 'config' | 'reactions'>,
  identity: ProvedIdentity,
  { address, userAgent, language }: Browser,
): Promise<SignInResult> {
  await takeAttempt(app, { key: `sign-in address ${address}`, max: perAddressMax, windowS })
  const user = (await findUser(app, identity, address)) ?? (await makeUser(app, identity, { address, language }))
  if (!user.isActive || user.isOperator) throw new Refusal('unauthorized', 'This user cannot sign in here')
  const { id: userId, secondStep } = user
  const authenticatedAt = (await isProved(app, userId, identity)) ? app.now() : new Date(0)
  const isConfirmed = secondStep === 'none'
  const token = await startSession(app, { userId, isConfirmed, authenticatedAt, address, userAgent })
  return { token, secondStep }
}

// A provider that reports no time of the sign-in may have found an existing session. Money and secrets then require
// another proof from users who have one: the others could never set one up.
async function isProved(app: Needs<'em' | 'config'>, userId: number, identity: ProvedIdentity): Promise<boolean> {
  if (isFreshSignIn(identity)) return true
  const { hasPassword, hasPasskey, codeBy } = await findWaysToProve(app, userId)
  return !hasPassword && !hasPasskey && codeBy === null
}

async function findUser(
  app: Needs<'em' | 'transaction' | 'now'>,
  identity: ProvedIdentity,
  address: string,
): Promise<User | null> {
  const em = app.em('shared')
  const { issuer, subject, email } = identity
  const known = await em.findOne(Identity, { issuer, subject }, { populate: ['user'] })
  if (known) {
    await retryIfTaken(() => recordUse(app, known.user.id, identity))
    return em.findOneOrFail(User, known.user.id)
  }
  // An unverified address identifies no user; otherwise an attacker could register with another person's address and
  // wait.
  const named = email === null ? null : await em.findOne(User, { email, emailVerifiedAt: { $ne: null } })
  if (!named) return null
  if (!identity.isEmailVerified || named.isOperator) {
    throw new Refusal(
      'refused_transition',
      'Sign in to the account of this e-mail address first, and link the provider then',
    )
  }
  await linkIdentity(app, named.id, identity, { actor: `user ${named.id}`, address })
  return named
}

async function recordUse(app: Needs<'transaction' | 'now'>, userId: number, identity: ProvedIdentity): Promise<void> {
  const { issuer, subject, email } = identity
  await app.transaction('shared', async ({ em }) => {
    await em.nativeUpdate(Identity, { issuer, subject }, { email, usedAt: app.now() })
    await adoptEmail(app, em, userId, identity)
  })
}

async function makeUser(
  app: Needs<'em' | 'transaction' | 'now' | 'config'>,
  identity: ProvedIdentity,
  { address, language }: Pick<Browser, 'address' | 'language'>,
): Promise<User> {
  if (!app.config.signUpIsOpen) throw refuseClosedSignUp()
  const { issuer, subject, email, isEmailVerified, name, username } = identity
  try {
    const { id } = await createUser(app, {
      username: plainName(username) ?? plainName(email?.split('@')[0]) ?? plainName(name) ?? 'toko',
      displayName: name?.slice(0, 100) ?? undefined,
      // An address that the provider has not verified is not reserved, so that it does not lock out its owner.
      ...(isEmailVerified && email !== null ? { email, isEmailVerified } : {}),
      language,
      identity: { issuer, subject, email },
      onTaken: 'suffix',
    })
    return await app.em('shared').findOneOrFail(User, id)
  } catch (error) {
    // Two concurrent returns, of one identity or of two with one address: the other one has created the user.
    const made = await findUser(app, identity, address)
    if (!made) throw error
    return made
  }
}

// Reduces a name from elsewhere to the characters allowed in names here.
function plainName(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]/g, '')
    .replace(/^[_.-]+/, '')
    .slice(0, 36)
  return plain.length >= 3 ? plain : null
}
