import { z } from 'zod'
import { profileIds } from '../connectors/snap/profiles.ts'
import { interactiveCredentials, snapCredentials } from './credentials.ts'
import { type Answer, type Asked, readQuery } from './http.ts'
import type { SandboxNeeds } from './sandbox-needs.ts'

const Wanted = z.object({
  connector: z.enum(['interactive', 'snap']),
  merchant_id: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,30}$/, 'has 1 to 30 letters, digits and dashes')
    .default('TOKO'),
  profile: z.enum(profileIds).default('generic'),
})

/** `GET /credentials`: what a merchant gets from a provider with a contract. Every merchant id has one here. */
export async function giveCredentials({ sql, url }: SandboxNeeds, asked: Asked): Promise<Answer> {
  const { connector, merchant_id, profile } = readQuery(asked, Wanted)
  const credentials =
    connector === 'snap'
      ? await snapCredentials(sql, url, merchant_id, profile)
      : interactiveCredentials(url, merchant_id)
  return { status: 200, body: credentials }
}
