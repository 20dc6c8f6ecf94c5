import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Seals secrets at rest under the keys of a ring; sealed texts contain the id of their key. */
export interface Seal {
  /**
   * Seals a text. `context` names its place (`table|column|row`): moved elsewhere, it cannot be opened. Returns `<key
   * id>.<base64url>`; one key is good for 2^32 texts.
   */
  seal(plain: string, context: string): string
  /** Opens a sealed text. Throws SealError if the key, the context or a single bit differs. */
  open(sealed: string, context: string): string
  /** Returns the id of the key that currently seals. */
  keyId(): string
  /** Derives 32 bytes from the key that currently seals, always the same for a purpose, for keyed hashes. */
  deriveKey(purpose: string): KeyObject
  /** Derives the keys with which older hashes are still checked, newest first. */
  deriveKeys(purpose: string, ages: KeyAges): { id: string; key: KeyObject }[]
}

/**
 * `recent`: the key in use and its predecessors of less than a day ago, for short-lived signatures. `all`: for
 * permanent hashes.
 */
export type KeyAges = 'recent' | 'all'

/** A key from which all others are derived. */
export interface RootKey {
  id: string
  secret: Buffer | string
  /** When it was replaced; null for the current key, and for a future one. */
  replacedAt: Date | null
}

export class SealError extends Error {
  override name = 'SealError'
}

/** Returns the root key of a secret. Its id distinguishes it from others and reveals nothing about the secret. */
export function createRootKey(secret: Buffer | string, replacedAt: Date | null = null): RootKey {
  const id = createHash('sha256').update(deriveKey(secret, 'seal').export()).digest('hex').slice(0, 8)
  return { id, secret, replacedAt }
}

/**
 * Creates a seal. `ring` returns the currently known keys, of which the first seals. It is called for every operation,
 * because keys change while the process runs.
 */
export function createSeal(ring: () => readonly RootKey[]): Seal {
  const derived = new Map<string, KeyObject>()
  const keyOf = ({ id, secret }: RootKey, purpose: string) => {
    const name = `${id} ${purpose}`
    const key = derived.get(name) ?? deriveKey(secret, purpose)
    derived.set(name, key)
    return key
  }
  return {
    seal(plain, context) {
      const root = ring()[0]!
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(root, 'seal'), iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(`${context}|${root.id}`))
      const hidden = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${root.id}.${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')}`
    },
    open(sealed, context) {
      const [id = '', text = ''] = sealed.split('.')
      const root = ring().find(key => key.id === id)
      if (!root) throw new SealError('sealed with another key')
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length < ivBytes + tagBytes) throw new SealError('the sealed text is cut off')
      const key = keyOf(root, 'seal')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(`${context}|${id}`))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return finishOpening(decipher, bytes.subarray(ivBytes + tagBytes))
    },
    keyId: () => ring()[0]!.id,
    deriveKey: purpose => keyOf(ring()[0]!, purpose),
    deriveKeys: (purpose, ages) =>
      ring()
        .filter(({ replacedAt }) => ages === 'all' || !replacedAt || Date.now() - replacedAt.getTime() < recentMs)
        .map(root => ({ id: root.id, key: keyOf(root, purpose) })),
  }
}

const ivBytes = 12
const tagBytes = 16
const recentMs = 86_400_000

// Converted once, because converting raw bytes at each use takes longer than the use itself.
function deriveKey(secret: Buffer | string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `warung ${purpose}`, 32)))
}

function finishOpening(decipher: ReturnType<typeof createDecipheriv>, hidden: Buffer): string {
  try {
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
  } catch {
    throw new SealError('the sealed text was changed or belongs somewhere else')
  }
}

/** Opens a sealed value; null if it is damaged, or sealed with a lost key. */
export function openOrNull({ seal }: { seal: Seal }, sealedText: string, context: string): string | null {
  try {
    return seal.open(sealedText, context)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
