import { type Acting, audit, byCommand } from '../accounts/audit.ts'
import type { Mode } from '../database/scope.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { convertQris } from '../qris/convert-qris.ts'
import type { Qris } from '../qris/parse-qris.ts'
import { Connection } from './connection.ts'

/** The code as text, or as a picture of it. */
export type OwnCode = { qris: string } | { image: Buffer }

/**
 * Keeps the static QRIS of a connection's account: what payers are shown, converted where the edition converts.
 * Payments that are open keep the code that they were made with. Returns what the code says of its merchant.
 *
 * Refuses `not_found`, what reading a picture refuses, and `invalid_qris`, `invalid_crc`, `unsupported_qris` for a code
 * that nobody can pay or that fixes an amount.
 */
export async function storeOwnCode(
  app: Needs<'transaction' | 'images' | 'now'>,
  { accountId, mode, by = byCommand }: { accountId: number; mode: Mode; by?: Acting },
  connectionId: number,
  given: OwnCode,
): Promise<Qris> {
  const code = checkOwnCode('qris' in given ? given.qris : await app.images.read(given.image, accountId))
  const inUse = { id: connectionId, isActive: true }
  await app.transaction({ accountId, mode }, async tx => {
    const stored = await tx.em.nativeUpdate(Connection, inUse, { staticQris: code.text })
    if (stored === 0) throw notFound('connection')
    const subject = `connection ${connectionId}`
    const detail = { merchant: code.merchantName, nmid: code.nmid }
    await audit(app, tx, { accountId, ...by, act: 'connection.code_stored', subject, detail })
  })
  return code
}

/** A code that any amount can be paid to. Refuses as `storeOwnCode` does. */
export function checkOwnCode(text: string): Qris {
  // It is stored to be converted, so that is tried once before anybody is shown the result.
  const { info } = convert(text)
  if (!info.isStatic || info.amount !== null) {
    throw refuseField(
      'qris',
      'fixes an amount: store the static code, the one that hangs on the counter',
      'not_allowed',
      { reason: 'invalid_qris' },
    )
  }
  return info
}

function convert(text: string) {
  try {
    return convertQris(text, 1000)
  } catch (error) {
    if (error instanceof Refusal) throw error.of('qris')
    throw error
  }
}
