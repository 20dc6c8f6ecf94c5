import { z } from 'zod'
import { makeRule } from '../../lib/refusals/field-error.ts'
import { declareInput } from '../form.ts'
import { isRsaKey, readPrivateKey, readPublicKey } from './keys.ts'
import { Overrides, overrideProfile } from './overrides.ts'
import type { Profile } from './profile.ts'
import { type ProfileId, profileIds, profiles } from './profiles.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const pem = z.string().trim().min(100).max(20_000)

const acquirers = ['gopay', 'airpay shopee'] as const

// The fields are in the order of the form.
export const Credentials = z
  .object({
    profile: z.enum(profileIds).default('generic'),
    /** Sent as `X-CLIENT-KEY`. */
    client_id: text(100),
    /** Sent as `X-PARTNER-ID`; by default the client id, or for Faspay the merchant id. */
    partner_id: text(100).optional(),
    client_secret: declareInput(text(500), { kind: 'password' }).optional(),
    /** The merchant's private key, in PKCS#8. */
    private_key: declareInput(
      pem.refine(
        isRsaKey(readPrivateKey),
        makeRule('is not a private key in PEM form (PKCS#8)', { code: 'not_a_private_key' }),
      ),
      {
        kind: 'area',
      },
    ),
    /** The provider's public key, which verifies its notifications. */
    provider_public_key: declareInput(
      pem.refine(isRsaKey(readPublicKey), makeRule('is not a public key in PEM form', { code: 'not_a_public_key' })),
      {
        kind: 'area',
      },
    ).optional(),
    merchant_id: text(64),
    store_id: text(64).optional(),
    terminal_id: text(16).optional(),
    postal_code: text(10).optional(),
    channel_id: text(64).optional(),
    /** Midtrans: the network whose codes it creates, GoPay by default. */
    acquirer: z.enum(acquirers).optional(),
    /** Faspay: 711 is ShopeePay, 715 is LinkAja; contracts may name others. */
    channel_code: z
      .string()
      .trim()
      .regex(/^\d{3}$/, 'is three digits')
      .optional(),
    nmid: text(25).optional(),
    base_url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional(),
    /** DANA: the merchant category code. */
    mcc: declareInput(z.string().regex(/^\d{4}$/, 'is four digits'), { isAdvanced: true }).optional(),
    sub_merchant_id: declareInput(text(32), { isAdvanced: true }).optional(),
    /** The path over which the provider signs notifications, if it differs from the one to which it sends them. */
    notify_path: declareInput(z.string().startsWith('/').max(500), { isAdvanced: true }).optional(),
    overrides: declareInput(Overrides, { kind: 'area', isAdvanced: true }).optional(),
  })
  .superRefine((credentials, context) => {
    const need = (field: keyof typeof credentials, message: string) => {
      if (credentials[field] === undefined) context.addIssue({ code: 'custom', path: [field], message })
    }
    const profile = overrideProfile(profiles[credentials.profile], credentials.overrides)
    if (profile.baseUrl === null) need('base_url', `is needed for the profile ${credentials.profile}`)
    if (profile.signature === 'hmac') need('client_secret', 'is needed: this profile signs requests with it')
    if (!profile.notifyForms.some(form => form.startsWith('rsa'))) {
      need('client_secret', 'is needed: notifications are signed with it')
    }
    for (const field of requiredFields[credentials.profile] ?? []) {
      need(field, `is needed for the profile ${credentials.profile}`)
    }
  })

export type SnapCredentials = z.output<typeof Credentials>

// Fields without which these providers refuse to create a code. Connections stored before a field was added here lack
// it.
const requiredFields: Partial<Record<ProfileId, ('partner_id' | 'store_id' | 'terminal_id' | 'postal_code')[]>> = {
  dana: ['store_id'],
  'dana-qris': ['store_id'],
  doku: ['terminal_id', 'postal_code'],
  bri: ['partner_id', 'terminal_id'],
}

/** Returns the profile of a connection, with its overrides. */
export function findProfile(credentials: SnapCredentials): Profile {
  return overrideProfile(profiles[credentials.profile], credentials.overrides)
}

export function findPartnerId(credentials: SnapCredentials): string {
  const { partner_id, client_id, merchant_id } = credentials
  return partner_id ?? (findProfile(credentials).partnerId === 'merchant' ? merchant_id : client_id)
}

export function findBaseUrl(credentials: SnapCredentials): string {
  return (credentials.base_url ?? findProfile(credentials).baseUrl!).replace(/(?<!\/)\/+$/, '')
}
