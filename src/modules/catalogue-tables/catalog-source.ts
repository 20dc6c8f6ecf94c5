import { type ParsedCatalog, refuseMistakes } from '../../catalog/import/parsed-catalog.ts'
import { listCouponFields } from '../../catalog/import/write-shop.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { readCatalog } from './read-catalog.ts'
import { readCurrentCatalog } from './read-current-catalog.ts'

/** A catalogue file: the text of a YAML file, or the bytes of a table, which is CSV or Excel. */
export type CatalogSource = string | { table: Buffer }

/** The maximum size of a catalogue file, in bytes; for YAML in characters. */
export const sourceBytesMax = 5_242_880

/**
 * Reads a catalogue file and its mistakes in a child process, like `readCatalog`. Refuses `invalid_request` for a file
 * that is too large.
 */
export async function readSource(
  app: Needs<'em' | 'slots'>,
  { accountId, mode }: Required<AccountScope>,
  source: CatalogSource,
): Promise<ParsedCatalog> {
  const isYaml = typeof source === 'string'
  if ((isYaml ? source.length : source.table.length) > sourceBytesMax) {
    const error = `the file has ${sourceBytesMax} characters at most`
    const name = isYaml ? 'YAML' : 'Excel/CSV'
    throw refuseMistakes([{ line: 1, name, error, code: 'too_long', max: sourceBytesMax }])
  }
  if (isYaml) return readCatalog(accountId, { yaml: source, couponFields: listCouponFields(app) })
  return readCatalog(accountId, { table: source.table, current: await readCurrentCatalog(app.em({ accountId, mode })) })
}

/**
 * Returns the source in a file, recognised by name or first bytes: Excel and CSV are tables, everything else is YAML.
 */
export function recogniseSource(bytes: Buffer, fileName: string): CatalogSource {
  const isYaml = /\.ya?ml$/i.test(fileName)
  const isExcel = ['504b0304', 'd0cf11e0'].includes(bytes.toString('hex', 0, 4))
  const isTable = isExcel || /\.(csv|tsv|txt)$/i.test(fileName)
  return isTable && !isYaml ? { table: bytes } : bytes.toString('utf8')
}
