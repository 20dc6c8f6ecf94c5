import { createHash } from 'node:crypto'

/** Returns the UUID by which a provider of the sandbox identifies one of its codes. */
export function makeCodeUuid(provider: string, id: number): string {
  const digest = createHash('sha256').update(`${provider} ${id}`).digest('hex')
  const number = id.toString(16).padStart(12, '0')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${number}`
}

/** Returns the code with this UUID; null for any other text. */
export function parseCodeUuid(provider: string, uuid: string): number | null {
  const id = Number.parseInt(uuid.split('-').at(-1) ?? '', 16)
  return Number.isSafeInteger(id) && makeCodeUuid(provider, id) === uuid ? id : null
}
