import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import type { Mode } from '../database/scope.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { convertQris } from '../qris/convert-qris.ts'
import { parseQris, type Qris } from '../qris/parse-qris.ts'
import { Connection } from './connection.ts'

/** The code as text, or as a picture of it. */
export type OwnCode = { qris: string } | { image: Buffer }

/**
 * Stores the static QRIS of a connection's account, which payers see, converted if the edition converts codes. Open
 * payments keep their code. Returns the facts that the code contains about its merchant.
 *
 * Refuses `not_found`, as the reading of a picture does, and `invalid_qris`, `invalid_crc` or `unsupported_qris` for a
 * code that cannot be paid or that has a fixed amount.
 */
export async function storeOwnCode(
  app: Needs<'transaction' | 'images' | 'now'>,
  { accountId, mode, by = commandActor }: { accountId: number; mode: Mode; by?: Actor },
  connectionId: number,
  input: OwnCode,
): Promise<Qris> {
  const code = await readOwnCode(app, accountId, input)
  const inUse = { id: connectionId, isActive: true }
  await app.transaction({ accountId, mode }, async tx => {
    const stored = await tx.em.nativeUpdate(Connection, inUse, { staticQris: code.text })
    if (stored === 0) throw notFound('connection')
    const subject = `connection ${connectionId}`
    const detail = { merchant: code.merchantName, nmid: code.nmid }
    await recordAct(app, tx, { accountId, ...by, act: 'connection.code_stored', subject, detail })
  })
  return code
}

/**
 * Reads a merchant's own static code from its text or from a picture of it. Refuses as `storeOwnCode` does; the
 * messages for people are in `own-code-texts.ts`.
 */
export async function readOwnCode(app: Needs<'images'>, accountId: number, input: OwnCode): Promise<Qris> {
  if ('qris' in input) return checkOwnCode(input.qris)
  try {
    return checkOwnCode(await app.images.read(input.image, accountId))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_image' || !isHeic(input.image)) throw error
    throw refuseField('image', 'is a HEIC picture: send a JPEG or PNG', 'not_allowed', { reason: 'invalid_image' })
  }
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Detects the format in which an iPhone stores its photos (ISO 23008-12). */
function isHeic(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && heicBrands.has(bytes.toString('latin1', 8, 12))
}

/** Returns whether two codes pay different merchants. */
export function isOtherMerchant(one: Qris, other: Qris): boolean {
  if (one.nmid !== null && other.nmid !== null) return one.nmid !== other.nmid
  return one.merchantName !== other.merchantName || one.merchantId !== other.merchantId
}

/** Parses a code that accepts any amount. Refuses as `storeOwnCode` does. */
export function checkOwnCode(text: string): Qris {
  const { isStatic, amount } = atQris(() => parseQris(text))
  if (!isStatic || amount !== null) {
    throw refuseField(
      'qris',
      'fixes an amount: store the static code, the one that hangs on the counter',
      'not_allowed',
      { reason: 'invalid_qris' },
    )
  }
  // The code will be converted later, so the conversion is tried before a payer sees its result.
  return atQris(() => convertQris(text, 1000)).info
}

function atQris<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) throw error.of('qris')
    throw error
  }
}
