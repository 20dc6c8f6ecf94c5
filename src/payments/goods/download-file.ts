import { type RawQueryFragment, raw } from '@mikro-orm/core'
import { DigitalFile } from '../../goods/digital-file.ts'
import { findFile, type StoredFile } from '../../goods/find-goods.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Payment } from '../payment.ts'
import { isDownloadToken } from './download-token.ts'
import { computeReleaseEnd, downloadsMax, GoodsRelease, startRelease } from './goods-release.ts'

export interface DownloadRequest {
  invoiceId: string
  token: string
  /** Whether the bytes follow; a request for the headers alone does not count. */
  isCounted: boolean
}

/**
 * Returns the file of a paid payment. Refuses `not_found`, always with the same message, for an unknown invoice or
 * token and for a payment that is not paid. Refuses `expired` after the time limit or the maximum number of downloads.
 */
export async function downloadFile(
  app: Needs<'em' | 'transaction' | 'sql' | 'config' | 'now' | 'seal'>,
  { invoiceId, token, isCounted }: DownloadRequest,
): Promise<StoredFile> {
  const payment = await app.em('installation').findOne(Payment, { invoiceId, status: 'paid', file: { $ne: null } })
  if (!payment || !isDownloadToken(app, invoiceId, token)) throw notFound('file')
  if (app.now() >= computeReleaseEnd(payment.paidAt!)) throw new Refusal('expired', 'The time to download it is over')
  const file = await findFile(app, payment.account.id, payment.file!.id)
  if (isCounted) await countDownload(app, payment)
  return file
}

async function countDownload(app: Needs<'transaction'>, payment: Payment): Promise<void> {
  const { invoiceId, mode } = payment
  const accountId = payment.account.id
  await app.transaction({ accountId, mode }, async tx => {
    await startRelease(tx, { invoiceId, accountId, mode })
    const counted = await tx.em.nativeUpdate(
      GoodsRelease,
      { payment: invoiceId, downloads: { $lt: downloadsMax } },
      { downloads: raw<RawQueryFragment>('downloads + 1') },
    )
    if (counted === 0) throw new Refusal('expired', `It was downloaded ${downloadsMax} times already`)
    await tx.em.nativeUpdate(DigitalFile, payment.file!.id, {
      downloadCount: raw<RawQueryFragment>('download_count + 1'),
    })
  })
}
