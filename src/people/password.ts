import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { isSameBytes } from '../lib/same-text.ts'

const derive = promisify(argon2)
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/
const lengthMin = 8
const lengthMax = 128

/** Refuses `invalid_request` for a password that is too short or too long. */
export function checkPassword(password: string): void {
  const length = [...password].length
  if (length < lengthMin || length > lengthMax) {
    throw refuseField('password', `has ${lengthMin} to ${lengthMax} characters`, {
      code: 'wrong_length',
      min: lengthMin,
      max: lengthMax,
    })
  }
}

/** Generates a password that is shown once: 96 random bits in 16 characters. */
export function makePassword(): string {
  return randomBytes(12).toString('base64url')
}

/**
 * Returns the stored form of a password (argon2id in PHC form). Refuses `unavailable` while too many are being hashed.
 */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password)
  const nonce = randomBytes(16)
  const tag = await inTurn(() => derive('argon2id', { message: password.normalize('NFC'), nonce, ...cost }))
  const costs = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${costs}$${toPlainBase64(nonce)}$${toPlainBase64(tag)}`
}

/**
 * Verifies credentials. Returns null if they do not exist; the check takes the same time. `isOutdated`: the password
 * should be hashed again, now that its text is known.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  if ([...password].length > lengthMax) return { isRight: false, isOutdated: false }
  const parts = phc.exec(hash ?? decoy)
  if (!parts) throw new Error('Bug: a stored password is not in PHC form')
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts
  const wanted = Buffer.from(tag, 'base64')
  const own = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  }
  const message = password.normalize('NFC')
  const got = await inTurn(() => derive('argon2id', { message, nonce: Buffer.from(nonce, 'base64'), ...own }))
  return {
    isRight: isSameBytes(got, wanted) && hash !== null,
    isOutdated: own.memory !== cost.memory || own.passes !== cost.passes,
  }
}

// The hash that is compared if the user does not exist, so that the check takes the same time. Its password is unknown.
const decoyCost = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
const decoy = `$argon2id$v=19$${decoyCost}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function toPlainBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const waitingMax = 40
const retryAfterS = 2
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

// libuv has four threads, which files and DNS need as well: hashing one password at a time leaves them free.
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= waitingMax) {
    return Promise.reject(new Refusal('unavailable', 'Too many people are signing in at this moment', { retryAfterS }))
  }
  waiting++
  const mine = last.then(work).finally(() => waiting--)
  last = mine.catch(() => {})
  return mine
}
