import { argon2, createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { LiveSecret } from '../../database/carried-secrets.ts'
import { refuseField } from '../../lib/refusal.ts'
import { type ArchiveMember, refuseArchive, sealedName } from './archive-format.ts'

const derive = promisify(argon2)
/** Each attempt takes half a second of one processor and 64 MiB, for a legitimate user and an attacker alike. */
const cost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }
const nonceBytes = 16
const ivBytes = 12
const tagBytes = 16
const passphraseLengthMin = 12

/** Secrets that can only be read with the passphrase. */
export const ArchiveSecrets = z.strictObject({
  webhookSecrets: z.array(LiveSecret).max(10),
  // Each is checked by the module that stores it.
  endpoints: z.array(z.unknown()).max(1000),
  connections: z
    .array(
      z.strictObject({
        connector: z.string().max(40),
        mode: z.enum(['live', 'test']),
        label: z.string().min(1).max(100),
        staticQris: z.string().max(512).nullable(),
        credentials: z.unknown(),
      }),
    )
    .max(1000),
  bots: z.array(z.strictObject({ id: z.number().int(), token: z.string().max(200) })).max(1000),
  members: z
    .array(
      z.strictObject({
        username: z.string().max(39),
        displayName: z.string().min(1).max(100),
        email: z.string().max(254).nullable(),
        phone: z.string().max(32).nullable(),
        language: z.enum(['id', 'en']),
        role: z.enum(['owner', 'finance', 'support', 'read_only']),
        passwordHash: z
          .string()
          .regex(/^\$argon2id\$v=19\$m=\d{4,5},t=[1-9],p=1\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/)
          .nullable(),
        totp: z.string().max(200).nullable(),
      }),
    )
    .max(1000),
})
export type ArchiveSecrets = z.infer<typeof ArchiveSecrets>

const Sealed = z.strictObject({ argon2id: z.base64url(), sealed: z.base64url() })

/** Refuses `invalid_request` for a passphrase that is easy to guess. */
export function checkPassphrase(passphrase: string): void {
  if (passphrase.length >= passphraseLengthMin && passphrase.length <= 1024) return
  throw refuseField('passphrase', `has ${passphraseLengthMin} characters at least`, 'wrong')
}

/** Seals secrets, bound to the preceding members: an archive that was changed anywhere cannot be opened. */
export async function sealSecrets(
  secrets: ArchiveSecrets,
  passphrase: string,
  members: readonly ArchiveMember[],
): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', await derivePassphraseKey(passphrase, nonce), iv, {
    authTagLength: tagBytes,
  })
  cipher.setAAD(boundTo(members))
  const hidden = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), hidden])
  return Buffer.from(JSON.stringify({ argon2id: nonce.toString('base64url'), sealed: sealed.toString('base64url') }))
}

/**
 * Opens secrets. Refuses `invalid_request` for a wrong passphrase, and for an archive that was changed after it was
 * sealed.
 */
export async function openSecrets(
  bytes: Buffer,
  passphrase: string,
  members: readonly ArchiveMember[],
): Promise<ArchiveSecrets> {
  const { nonce, iv, tag, hidden } = readSealed(bytes)
  const decipher = createDecipheriv('aes-256-gcm', await derivePassphraseKey(passphrase, nonce), iv, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(boundTo(members))
  decipher.setAuthTag(tag)
  let text: string
  try {
    text = Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
  } catch (error) {
    throw refuseArchive(sealedName, 'does not open: the passphrase is another one, or the archive was changed', error)
  }
  const parsed = ArchiveSecrets.safeParse(JSON.parse(text))
  if (!parsed.success) {
    throw refuseArchive(`${sealedName}, ${parsed.error.issues[0]!.path.join('.')}`, 'is not what Warung seals')
  }
  return parsed.data
}

function readSealed(bytes: Buffer) {
  const refused = refuseArchive(sealedName, 'is not what Warung seals')
  let document: unknown
  try {
    document = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refused
  }
  const parsed = Sealed.safeParse(document)
  if (!parsed.success) throw refused
  const nonce = Buffer.from(parsed.data.argon2id, 'base64url')
  const sealed = Buffer.from(parsed.data.sealed, 'base64url')
  if (nonce.length !== nonceBytes || sealed.length < ivBytes + tagBytes) throw refused
  return {
    nonce,
    iv: sealed.subarray(0, ivBytes),
    tag: sealed.subarray(ivBytes, ivBytes + tagBytes),
    hidden: sealed.subarray(ivBytes + tagBytes),
  }
}

function derivePassphraseKey(passphrase: string, nonce: Buffer): Promise<Buffer> {
  return derive('argon2id', { message: passphrase.normalize('NFC'), nonce, ...cost })
}

function boundTo(members: readonly ArchiveMember[]): Buffer {
  const lines = members.filter(({ name }) => name !== sealedName).map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  return createHash('sha256')
    .update(`warung account\n${lines.join('')}`)
    .digest()
}
