import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { rule } from '../../lib/refusals/field-error.ts'
import { input } from '../form.ts'
import { type Profile, profileIds, profiles } from './profiles.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const pem = z.string().trim().min(100).max(20_000)

// In the order in which the form asks.
export const Credentials = z
  .object({
    profile: z.enum(profileIds).default('generic'),
    /** `X-CLIENT-KEY`. */
    client_id: text(100),
    /** `X-PARTNER-ID`; the client id where the provider gave no other. */
    partner_id: text(100).optional(),
    client_secret: input(text(500), { kind: 'password' }).optional(),
    /** Ours, PKCS#8. */
    private_key: input(
      pem.refine(
        isKey(readPrivateKey),
        rule('is not a private key in PEM form (PKCS#8)', { code: 'not_a_private_key' }),
      ),
      {
        kind: 'area',
      },
    ),
    /** The provider's, for its notifications. */
    provider_public_key: input(
      pem.refine(isKey(readPublicKey), rule('is not a public key in PEM form', { code: 'not_a_public_key' })),
      {
        kind: 'area',
      },
    ).optional(),
    merchant_id: text(64),
    sub_merchant_id: input(text(32), { isLeftOut: true }).optional(),
    store_id: text(64).optional(),
    terminal_id: text(16).optional(),
    postal_code: text(10).optional(),
    channel_id: text(10).optional(),
    nmid: text(25).optional(),
    base_url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional(),
    /** The path that the provider signs notifications with, where it is not the path that it sends them to. */
    notify_path: input(z.string().startsWith('/').max(500), { isLeftOut: true }).optional(),
  })
  .superRefine((credentials, context) => {
    const need = (field: keyof typeof credentials, message: string) => {
      if (credentials[field] === undefined) context.addIssue({ code: 'custom', path: [field], message })
    }
    const profile = profiles[credentials.profile]
    if (profile.baseUrl === null) need('base_url', `is needed for the profile ${credentials.profile}`)
    if (profile.signature === 'hmac') need('client_secret', 'is needed: this profile signs requests with it')
    if (profile.notifySignature === 'hmac') need('client_secret', 'is needed: notifications are signed with it')
    for (const field of ['storeId', 'terminalId', 'postalCode'] as const) {
      if (requiredOf[credentials.profile]?.includes(field)) {
        need(snakeCase(field), `is needed for the profile ${credentials.profile}`)
      }
    }
  })

export type SnapCredentials = z.output<typeof Credentials>

// Fields without which these providers refuse to make a code.
const requiredOf: Partial<Record<SnapProfile, readonly string[]>> = {
  dana: ['storeId'],
  doku: ['terminalId', 'postalCode'],
  bri: ['terminalId'],
}
type SnapProfile = keyof typeof profiles

const snakeCase = (field: 'storeId' | 'terminalId' | 'postalCode') =>
  field.replace(/[A-Z]/, letter => `_${letter.toLowerCase()}`) as 'store_id' | 'terminal_id' | 'postal_code'

export function profileOf(credentials: SnapCredentials): Profile {
  return profiles[credentials.profile]
}

export function baseUrlOf(credentials: SnapCredentials): string {
  return (credentials.base_url ?? profileOf(credentials).baseUrl!).replace(/(?<!\/)\/+$/, '')
}

export function readPrivateKey(pem: string): KeyObject {
  return createPrivateKey(asPem(pem, 'PRIVATE KEY'))
}

export function readPublicKey(pem: string): KeyObject {
  return createPublicKey(asPem(pem, 'PUBLIC KEY'))
}

function isKey(read: (pem: string) => KeyObject): (pem: string) => boolean {
  return pem => {
    try {
      return read(pem).asymmetricKeyType === 'rsa'
    } catch {
      return false
    }
  }
}

// Dashboards hand keys out in one line, with `\n` written out, or without the lines around them.
function asPem(text: string, label: string): string {
  const lines = text.replaceAll('\\n', '\n').trim()
  return lines.startsWith('-----') ? lines : `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----`
}
