import { takeAttempt } from '../accounts/take-attempt.ts'
import { Refusal } from '../lib/refusal.ts'
import { refuseTogether } from '../lib/refusals/refuse-together.ts'
import type { Needs } from '../needs.ts'
import { createUser, type NewUser, readUsername } from './create-user.ts'
import { enterInTurn } from './entrance-turns.ts'
import { sendConfirmationMail } from './mail/confirm-email.ts'
import { makeShortName, openAccount, readShopName, refuseClosedSignUp } from './open-account.ts'
import { checkPassword } from './password.ts'
import { readUserPhone, setPhone } from './set-phone.ts'
import { startSession } from './start-session.ts'
import { readEmail } from './user.ts'

export interface SignUpInput {
  /** The username; empty to derive one from the shop's name. */
  username: string
  password: string
  shopName: string
  /** The e-mail address; unset or empty for none. */
  email?: string | undefined
  /** The phone number; unset or empty for none. */
  phone?: string | undefined
  language: 'id' | 'en'
  address: string
  userAgent: string
}

const perAddressMax = 10
const windowS = 3600

/**
 * Creates a user with an account, signed in, and sends a link that confirms the e-mail address. Returns the session's
 * token. If the second half fails, the user can sign in and is asked for the shop again. Refuses `forbidden` while
 * sign-up is closed, `invalid_request` for malformed or taken values, `rate_limited`.
 */
export async function signUp(app: SignUpNeeds, input: SignUpInput): Promise<string> {
  if (!app.config.signUpIsOpen) throw refuseClosedSignUp()
  return enterInTurn(input.address, () => enterOnce(app, input))
}

type SignUpNeeds = Needs<'em' | 'transaction' | 'seal' | 'now' | 'config' | 'reactions' | 'mailer' | 'log'>

async function enterOnce(app: SignUpNeeds, input: SignUpInput): Promise<string> {
  const { password, email, phone, language, address, userAgent } = input
  refuseAllAtOnce(input)
  await takeAttempt(app, { key: `sign-up address ${address}`, max: perAddressMax, windowS })
  const user = await createUser(app, { ...usernameFor(input), password, email, language })
  if (phone) await setPhone(app, user.id, phone)
  await openAccount(app, { userId: user.id, shopName: input.shopName })
  await sendConfirmationMail(app, user.id).catch(passRateLimit)
  return startSession(app, { userId: user.id, isConfirmed: true, address, userAgent })
}

// The shop exists by now, and the link can be requested again.
function passRateLimit(error: unknown): null {
  if (error instanceof Refusal && error.code === 'rate_limited') return null
  throw error
}

// All mistakes of the form are reported at once; a name that is taken is found when it is written.
function refuseAllAtOnce({ shopName, username, email = '', phone = '', password }: SignUpInput): void {
  refuseTogether(
    () => readShopName(shopName),
    () => username === '' || readUsername({ username }),
    () => readEmail(email),
    () => phone === '' || readUserPhone(phone),
    () => checkPassword(password),
  )
}

function usernameFor({ username, shopName }: SignUpInput): Pick<NewUser, 'username' | 'onTaken'> {
  if (username !== '') return { username }
  const short = makeShortName(readShopName(shopName))
  return { username: short.length >= 3 ? short : 'toko', onTaken: 'suffix' }
}
