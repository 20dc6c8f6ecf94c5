import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { takeAttempt } from '../../accounts/take-attempt.ts'
import { Refusal } from '../../lib/refusal.ts'
import { isStorable } from '../../lib/storable.ts'
import type { Needs } from '../../needs.ts'
import { User } from '../user.ts'
import { Passkey, passkeyIdMax } from './passkey.ts'

/** The options that a page hands to the browser's authenticator, and takes back with its answer. */
export interface PasskeyQuestion {
  /** For `navigator.credentials`. */
  options: object
  /** The sealed challenge: it is answered once, within five minutes, for its own purpose. */
  ticket: string
}

/** The fields that a form submits. */
export interface PasskeyAnswer {
  ticket: string
  /** JSON of the authenticator. */
  answer: string
}

/** Separate, so that the answer to one ceremony cannot be used for another. */
type Aim = 'add' | 'prove'

interface Ticket {
  aim: Aim
  challenge: string
  /** Null: the user that the passkey belongs to. */
  userId: number | null
  until: number
}

const ticketMs = 300_000
// Named, because otherwise the library asks the runtime about algorithms that are experimental there.
const algorithms = [-8, -7, -257]

/** Browsers know passkeys on https and localhost alone, and for names alone. */
export function passkeysWork({ config }: Needs<'config'>): boolean {
  const { protocol, hostname } = new URL(config.baseUrl)
  return hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0)
}

/** Asks the browser to make a passkey for a user; the devices that have one already say so. */
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
  return { options, ticket: seal(app, { aim: 'add', challenge: options.challenge, userId }) }
}

/** Asks the browser for a passkey: of this user, or with null of any user. */
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
  return { options, ticket: seal(app, { aim: 'prove', challenge: options.challenge, userId }) }
}

/**
 * The passkey that an authenticator made for this user. Refuses `unauthorized` for an answer to anything but our
 * question.
 */
export async function readNewPasskey(
  app: Needs<'seal' | 'transaction' | 'now' | 'config'>,
  userId: number,
  given: PasskeyAnswer,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const ticket = await redeem(app, given.ticket, 'add')
  if (ticket.userId !== userId) throw doubt()
  const checked = await believe(() =>
    verifyRegistrationResponse({
      response: JSON.parse(given.answer) as RegistrationResponseJSON,
      supportedAlgorithmIDs: algorithms,
      ...expected(app, ticket),
    }),
  )
  const { id, publicKey, counter, transports } = checked.registrationInfo!.credential
  if (id.length > passkeyIdMax) throw doubt()
  return { id, publicKey: Buffer.from(publicKey), counter, transports: transports ?? [] }
}

/**
 * Returns whose passkey answered: the device has checked its owner (a finger, a face, a PIN), so it stands for two
 * steps at once. A counter that went back means a copied key. Refuses `unauthorized`.
 */
export async function checkPasskey(
  app: Needs<'em' | 'seal' | 'transaction' | 'now' | 'config'>,
  given: PasskeyAnswer,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const ticket = await redeem(app, given.ticket, 'prove')
  const em = app.em('shared')
  const response = await believe(async () => JSON.parse(given.answer) as AuthenticationResponseJSON)
  const named = String(response?.id)
  const passkey = isStorable(named) && (await em.findOne(Passkey, { id: named }))
  if (!passkey || (ticket.userId !== null && passkey.user.id !== ticket.userId)) throw doubt()
  const { id, counter } = passkey
  const credential = { id, counter, publicKey: new Uint8Array(passkey.publicKey) }
  const checked = await believe(() => verifyAuthenticationResponse({ response, credential, ...expected(app, ticket) }))
  const change = { counter: checked.authenticationInfo.newCounter, usedAt: app.now() }
  if ((await em.nativeUpdate(Passkey, { id, counter }, change)) === 0) throw doubt()
  return passkey.user.id
}

const context = 'form|passkey'

function seal({ seal: by }: Needs<'seal'>, asked: Omit<Ticket, 'until'>): string {
  const ticket: Ticket = { ...asked, until: Date.now() + ticketMs }
  return by.seal(JSON.stringify(ticket), context)
}

async function redeem(app: Needs<'seal' | 'transaction' | 'now'>, sealed: string, aim: Aim): Promise<Ticket> {
  const ticket = await believe(async () => JSON.parse(app.seal.open(sealed, context)) as Ticket)
  if (ticket.aim !== aim || ticket.until < Date.now()) throw doubt()
  const used = createHash('sha256').update(ticket.challenge).digest('hex')
  try {
    await takeAttempt(app, { key: `passkey question ${used}`, max: 1, windowS: ticketMs / 1000 })
  } catch (error) {
    throw error instanceof Refusal ? doubt() : error
  }
  return ticket
}

function expected({ config }: Needs<'config'>, { challenge }: Ticket) {
  const { origin, hostname } = new URL(config.baseUrl)
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }
}

// Any error that is thrown while reading the browser's answer means that the answer is invalid.
async function believe<Checked extends object>(check: () => Promise<Checked>): Promise<Checked> {
  let checked: Checked
  try {
    checked = await check()
  } catch {
    throw doubt()
  }
  if (checked === null || typeof checked !== 'object') throw doubt()
  if ('verified' in checked && checked.verified !== true) throw doubt()
  return checked
}

function doubt(): Refusal {
  return new Refusal('unauthorized', 'That passkey was not believed')
}
