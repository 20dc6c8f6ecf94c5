import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Variant } from '../product.ts'
import { numberLines, unitLengthMax } from '../serial-lines.ts'
import { announceStock } from './announce-stock.ts'
import { StockUnit } from './stock-unit.ts'

const unitsMax = 10_000
const insertMax = 1_000

export interface AddedUnits {
  added: number
  /** Lines that are repeated in the text, or already exist; each is stored, and sold, once. */
  duplicates: string[]
}

/**
 * Adds serials to a variant, to be sold in one mode only: one per line of the text, ignoring blank lines. Refuses
 * `not_found`, and `invalid_request` for a variant that is not sold by serials, or for lines that are too long.
 */
export async function addUnits(
  app: Needs<'sql' | 'transaction' | 'now' | 'reactions'>,
  actor: ModeActor,
  variantId: string,
  text: string,
): Promise<AddedUnits> {
  const lines = numberLines(text).map(({ line }) => line)
  if (lines.length === 0 || lines.length > unitsMax)
    throw refuseField('text', `has 1 to ${unitsMax} lines`, { code: 'too_many', max: unitsMax })
  if (lines.some(line => line.length > unitLengthMax))
    throw refuseField('text', `has lines of ${unitLengthMax} characters at most`, {
      code: 'too_long',
      max: unitLengthMax,
    })
  const { accountId, mode } = actor
  return app.transaction({ accountId, mode }, async tx => {
    const variant = await tx.em.findOne(Variant, { publicId: variantId })
    if (!variant) throw notFound('variant')
    if (variant.stockMode !== 'serial') throw refuseField('variant', 'is not sold by serial lines', 'not_allowed')
    const now = app.now()
    const fresh = await insertUnits(tx, { accountId, mode }, [{ variantId: variant.id, lines }], now)
    const lineOnce = fresh.get(variant.id) ?? new Set()
    const added = lineOnce.size
    const variantIds = added > 0 ? [variant.id] : []
    await announceStock(app, tx, { accountId, mode, variantIds, cause: 'restock', now })
    const detail = { added, mode }
    await recordAct(app, tx, { ...actor, act: 'stock.units_added', subject: `variant ${variantId}`, detail })
    return { added, duplicates: lines.filter(line => !lineOnce.delete(line)) }
  })
}

/** Inserts the serials of each variant and returns the new ones by variant id. */
export async function insertUnits(
  tx: Tx,
  { accountId, mode }: Required<AccountScope>,
  units: { variantId: number; lines: string[] }[],
  now: Date,
): Promise<Map<number, Set<string>>> {
  // In the order of the text, because the first line is sold first.
  const rows = units.flatMap(({ variantId, lines }) =>
    [...new Set(lines)].map(line => ({ variant: variantId, mode, account: accountId, createdAt: now, line })),
  )
  const fresh = new Map<number, Set<string>>(units.map(({ variantId }) => [variantId, new Set()]))
  for (let at = 0; at < rows.length; at += insertMax) {
    const insert = tx.em.qb(StockUnit).insert(rows.slice(at, at + insertMax))
    const written = insert.onConflict(['variant', 'mode', 'line']).ignore().returning(['variant', 'line'])
    for (const { variant, line } of await written.execute('all')) fresh.get(Number(variant))!.add(line)
  }
  return fresh
}
