import { z } from 'zod'
import { modes } from '../../database/scope.ts'
import { keyScopes } from '../../keys/api-key.ts'
import { parseRedirectAddress } from '../../lib/redirect-address.ts'

const isPlain = (text: string) => text.isWellFormed() && !/\p{C}/u.test(text)

/** An https address to which a browser may be sent, without a fragment, in which the code would be lost. */
const returnAddress = z
  .string('is missing')
  .max(2048, 'is too long')
  .refine(address => parseRedirectAddress(address)?.protocol === 'https:', 'is an https address')
  .refine(address => !address.includes('#'), 'has no fragment')

const scopeList = z
  .string('is missing')
  .max(200, 'is too long')
  .transform(text => [...new Set(text.split(/[ ,]/).filter(scope => scope !== ''))])
  .pipe(z.array(z.enum(keyScopes, `each is one of ${keyScopes.join(', ')}`)).min(1, 'names at least one'))

/** The query of the page: the request of an app to a merchant. */
export const AccessRequest = z.object({
  app: z.string('is missing').trim().min(1).max(60, 'has at most 60 characters').refine(isPlain, 'is one line of text'),
  scopes: scopeList,
  return: returnAddress,
  mode: z.enum(modes, 'is live or test').optional(),
  state: z.string().max(500, 'has at most 500 characters').refine(isPlain, 'is one line of text').optional(),
  code_challenge: z.string('is missing').regex(/^[\w-]{43}$/, 'is the base64url of a SHA-256'),
  code_challenge_method: z.literal('S256', 'is S256'),
})
export type AccessRequest = z.infer<typeof AccessRequest>
