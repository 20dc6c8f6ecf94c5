import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { takeAttempt } from '../../accounts/take-attempt.ts'
import { Refusal } from '../../lib/refusal.ts'
import { isStorable } from '../../lib/storable.ts'
import type { Needs } from '../../needs.ts'
import { User } from '../user.ts'
import { Passkey, passkeyIdMax } from './passkey.ts'

/** The options that a page passes to the browser's authenticator, and returns with its answer. */
export interface PasskeyQuestion {
  /** Passed to `navigator.credentials`. */
  options: object
  /** The sealed challenge, which can be answered once, within five minutes, for its own purpose. */
  ticket: string
}

/** The fields that a form submits. */
export interface PasskeyAnswer {
  ticket: string
  /** The authenticator's answer as JSON. */
  answer: string
}

/** The purpose of a ceremony, so that the answer to one cannot be used for another. */
type Aim = 'add' | 'prove'

interface Ticket {
  aim: Aim
  challenge: string
  /** The user; null for the user to whom the passkey belongs. */
  userId: number | null
  until: number
}

const ticketMs = 300_000
// Listed explicitly, because otherwise the library asks the runtime about algorithms that are experimental there.
const algorithms = [-8, -7, -257]

/** Returns whether browsers support passkeys here: only on https and localhost, and only for host names. */
export function arePasskeysSupported({ config }: Needs<'config'>): boolean {
  const { protocol, hostname } = new URL(config.baseUrl)
  return hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0)
}

/** Asks the browser to create a passkey for a user, except on devices that already have one. */
export async function offerPasskey(app: Needs<'em' | 'seal' | 'config'>, userId: number): Promise<PasskeyQuestion> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const em = app.em('shared')
  const { username, displayName, handle } = await em.findOneOrFail(User, userId)
  const known = await em.find(Passkey, { user: userId })
  const options = await generateRegistrationOptions({
    rpName: 'Warung',
    rpID: new URL(app.config.baseUrl).hostname,
    userID: new Uint8Array(Buffer.from(handle.replaceAll('-', ''), 'hex')),
    userName: username,
    userDisplayName: displayName,
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { options, ticket: sealTicket(app, { aim: 'add', challenge: options.challenge, userId }) }
}

/** Asks the browser for a passkey of this user, or with null of any user. */
export async function requestPasskey(
  app: Needs<'em' | 'seal' | 'config'>,
  userId: number | null,
): Promise<PasskeyQuestion> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const known = userId === null ? [] : await app.em('shared').find(Passkey, { user: userId })
  const options = await generateAuthenticationOptions({
    rpID: new URL(app.config.baseUrl).hostname,
    userVerification: 'required',
    allowCredentials: known.map(({ id }) => ({ id })),
  })
  return { options, ticket: sealTicket(app, { aim: 'prove', challenge: options.challenge, userId }) }
}

/**
 * Returns the passkey that an authenticator created for this user. Refuses `unauthorized` for an answer to any other
 * challenge.
 */
export async function readNewPasskey(
  app: Needs<'seal' | 'transaction' | 'now' | 'config'>,
  userId: number,
  answer: PasskeyAnswer,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const ticket = await redeemTicket(app, answer.ticket, 'add')
  if (ticket.userId !== userId) throw makeDoubt()
  const checked = await believeCheck(() =>
    verifyRegistrationResponse({
      response: JSON.parse(answer.answer) as RegistrationResponseJSON,
      supportedAlgorithmIDs: algorithms,
      ...expectedAnswer(app, ticket),
    }),
  )
  const { id, publicKey, counter, transports } = checked.registrationInfo!.credential
  if (id.length > passkeyIdMax) throw makeDoubt()
  return { id, publicKey: Buffer.from(publicKey), counter, transports: transports ?? [] }
}

/**
 * Returns whose passkey answered. The device has verified its owner (a finger, a face, a PIN), so it counts as two
 * steps. A counter that decreased indicates a copied key. Refuses `unauthorized`.
 */
export async function checkPasskey(
  app: Needs<'em' | 'seal' | 'transaction' | 'now' | 'config'>,
  answer: PasskeyAnswer,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const ticket = await redeemTicket(app, answer.ticket, 'prove')
  const em = app.em('shared')
  const response = await believeCheck(async () => JSON.parse(answer.answer) as AuthenticationResponseJSON)
  const named = String(response?.id)
  const passkey = isStorable(named) && (await em.findOne(Passkey, { id: named }))
  if (!passkey || (ticket.userId !== null && passkey.user.id !== ticket.userId)) throw makeDoubt()
  const { id, counter } = passkey
  const credential = { id, counter, publicKey: new Uint8Array(passkey.publicKey) }
  const checked = await believeCheck(() =>
    verifyAuthenticationResponse({ response, credential, ...expectedAnswer(app, ticket) }),
  )
  const change = { counter: checked.authenticationInfo.newCounter, usedAt: app.now() }
  if ((await em.nativeUpdate(Passkey, { id, counter }, change)) === 0) throw makeDoubt()
  return passkey.user.id
}

const context = 'form|passkey'

function sealTicket({ seal: by }: Needs<'seal'>, content: Omit<Ticket, 'until'>): string {
  const ticket: Ticket = { ...content, until: Date.now() + ticketMs }
  return by.seal(JSON.stringify(ticket), context)
}

async function redeemTicket(app: Needs<'seal' | 'transaction' | 'now'>, sealed: string, aim: Aim): Promise<Ticket> {
  const ticket = await believeCheck(async () => JSON.parse(app.seal.open(sealed, context)) as Ticket)
  if (ticket.aim !== aim || ticket.until < Date.now()) throw makeDoubt()
  const used = createHash('sha256').update(ticket.challenge).digest('hex')
  try {
    await takeAttempt(app, { key: `passkey question ${used}`, max: 1, windowS: ticketMs / 1000 })
  } catch (error) {
    throw error instanceof Refusal ? makeDoubt() : error
  }
  return ticket
}

function expectedAnswer({ config }: Needs<'config'>, { challenge }: Ticket) {
  const { origin, hostname } = new URL(config.baseUrl)
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }
}

// Any error that is thrown while reading the browser's answer means that the answer is invalid.
async function believeCheck<Checked extends object>(check: () => Promise<Checked>): Promise<Checked> {
  let checked: Checked
  try {
    checked = await check()
  } catch {
    throw makeDoubt()
  }
  if (checked === null || typeof checked !== 'object') throw makeDoubt()
  if ('verified' in checked && checked.verified !== true) throw makeDoubt()
  return checked
}

function makeDoubt(): Refusal {
  return new Refusal('unauthorized', 'That passkey was not believed')
}
