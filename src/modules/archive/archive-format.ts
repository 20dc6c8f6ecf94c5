import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toPlainLine } from '../../lib/plain-text.ts'
import { type Refusal, refuseField } from '../../lib/refusal.ts'

/** The version of the format. It changes when earlier archives could be misread. */
export const formatVersion = 1

export const firstMemberName = 'warung-account.json'
export const sealedName = 'sealed.json'
export const manifestName = 'manifest.json'

const documents = 'warung-account\\.json|sealed\\.json|manifest\\.json'
const rows = 'rows\\/([a-z_]{1,40})\\/\\d{5}\\.jsonl'
const content = '(files|images)\\/([A-Za-z0-9_-]{22})'
/** Matches the names of members; an archive contains nothing else, so no name leads outside. */
export const memberNamePattern = new RegExp(`^(?:${documents}|${rows}|${content})$`)

/** The maximum size of a member with rows, in bytes, which limits the rows in memory. */
export const rowsBytesMax = 16 * 1024 * 1024
export const targetRowsBytes = 2 * 1024 * 1024
/** The maximum size of `manifest.json` and `sealed.json`. */
export const documentBytesMax = 32 * 1024 * 1024
export const contentBytesMax = 1024 * 1024 * 1024
export const membersMax = 500_000

/** A figure of the books, for a comparison before and after. */
export interface Figure {
  name: string
  count: number
  /** The sum in whole rupiah; for stock, in units. */
  sum: number
}

export const ArchiveHeader = z.strictObject({
  warung_account: z.number().int(),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  account: z.string().regex(/^[a-z0-9][a-z0-9_-]{1,38}$/),
  exported_at: z.string().max(40),
})
export type ArchiveHeader = z.infer<typeof ArchiveHeader>

const Labels = z.array(z.string().max(300)).max(10_000)

export const ArchiveManifest = z.strictObject({
  ...ArchiveHeader.shape,
  members: z
    .array(
      z.strictObject({ name: z.string(), bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    )
    .max(membersMax),
  rows: z.record(z.string(), z.number().int().min(0)),
  figures: z
    .array(z.strictObject({ name: z.string().max(100), count: z.number().int(), sum: z.number().int() }))
    .max(1000),
  /** The secrets that a person has to set up again after the import, unless they were sealed; API keys always. */
  secrets: z.strictObject({ keys: Labels, endpoints: Labels, connections: Labels, bots: Labels, members: Labels }),
  /** The hash of the document without this field. */
  sha256: z.string(),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>
export type ArchiveMember = ArchiveManifest['members'][number]

export function hashManifest(manifest: Omit<ArchiveManifest, 'sha256'>): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

/** Returns the refusal of an archive, as one line with the position. */
export function refuseArchive(position: string, sentence: string, cause?: unknown): Refusal {
  // The quoted text comes from the archive.
  return refuseField('FILE', toPlainLine(`${position}: ${sentence}`).slice(0, 1000), 'malformed', { cause })
}
