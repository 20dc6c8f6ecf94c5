import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets at rest. All of its keys come from the installation's SECRET_KEY, each for one purpose. */
export interface Seal {
  /**
   * `context` says where the text will lie (`table|column|row`): moved anywhere else, it does not open.
   * Answers `<key id>.<base64url>`; one key is good for 2^32 texts.
   */
  seal(plain: string, context: string): string
  /** Throws SealError when key, context or a single bit is not the one it was sealed with. */
  open(sealed: string, context: string): string
  /** 32 bytes, always the same for a purpose, for keyed hashes. */
  deriveKey(purpose: string): Buffer
}

export class SealError extends Error {
  override name = 'SealError'
}

export function createSeal(secretKey: Buffer | string): Seal {
  const derived = new Map<string, Buffer>()
  const deriveKey = (purpose: string) => {
    const known = derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secretKey, '', `warung ${purpose}`, 32))
    derived.set(purpose, key)
    return key
  }
  const key = deriveKey('seal')
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return {
    seal(plain, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(`${context}|${keyId}`))
      const hidden = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${keyId}.${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')}`
    },
    open(sealed, context) {
      const [id, text = ''] = sealed.split('.')
      if (id !== keyId) throw new SealError('sealed with another SECRET_KEY')
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length < ivBytes + tagBytes) throw new SealError('the sealed text is cut off')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(`${context}|${keyId}`))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return finish(decipher, bytes.subarray(ivBytes + tagBytes))
    },
    deriveKey,
  }
}

const ivBytes = 12
const tagBytes = 16

function finish(decipher: ReturnType<typeof createDecipheriv>, hidden: Buffer): string {
  try {
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
  } catch {
    throw new SealError('the sealed text was changed or belongs somewhere else')
  }
}
