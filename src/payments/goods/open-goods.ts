import { type RawQueryFragment, raw } from '@mikro-orm/core'
import { DigitalFile } from '../../goods/digital-file.ts'
import { HiddenContent } from '../../goods/hidden-content.ts'
import { ProductImage } from '../../goods/product-image.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../payment.ts'
import { makeDownloadToken } from './download-token.ts'
import { computeReleaseEnd, downloadsMax, GoodsRelease, startRelease } from './goods-release.ts'

export type PaymentWithGoods = Pick<
  Payment,
  'invoiceId' | 'accountId' | 'mode' | 'status' | 'paidAt' | 'file' | 'content' | 'productImage'
>

/** The goods of a payment as its page shows them. */
export interface OpenedGoods {
  image: ProductImage | null
  /** The file and content; null before the payment is paid. */
  released: ReleasedGoods | null
}

export interface ReleasedGoods {
  until: Date
  /** Whether the time limit has passed; token and content are then missing. */
  isOver: boolean
  file: { name: string; bytes: number; token: string; downloadsLeft: number } | null
  content: Pick<HiddenContent, 'title' | 'contentType' | 'body'> | null
}

/**
 * Returns the goods of a payment for anyone who knows its invoice id: the picture always, file and content once it is
 * paid (contract 1). The first view of the content is counted.
 */
export async function openGoods(
  app: Needs<'em' | 'transaction' | 'now' | 'seal'>,
  payment: PaymentWithGoods,
  { isLookedAt }: { isLookedAt: boolean },
): Promise<OpenedGoods> {
  const em = app.em({ accountId: payment.accountId, mode: payment.mode })
  const { file, content, productImage } = payment
  const image = productImage && (await em.findOne(ProductImage, { id: productImage.id, isActive: true }))
  const isSold = payment.status === 'paid' && (file !== null || content !== null)
  return { image, released: isSold ? await releaseGoods(app, payment, isLookedAt) : null }
}

async function releaseGoods(
  app: Needs<'em' | 'transaction' | 'now' | 'seal'>,
  payment: PaymentWithGoods,
  isLookedAt: boolean,
): Promise<ReleasedGoods> {
  const until = computeReleaseEnd(payment.paidAt!)
  if (app.now() >= until) return { until, isOver: true, file: null, content: null }
  const em = app.em({ accountId: payment.accountId, mode: payment.mode })
  const file = payment.file && (await em.findOneOrFail(DigitalFile, payment.file.id))
  const content = payment.content && (await em.findOneOrFail(HiddenContent, payment.content.id))
  const opened = await em.findOne(GoodsRelease, { payment: payment.invoiceId })
  if (content && isLookedAt && !opened?.contentOpenedAt) await countView(app, payment)
  return {
    until,
    isOver: false,
    file: file && {
      name: file.originalName,
      bytes: file.fileSize,
      token: makeDownloadToken(app, payment.invoiceId),
      downloadsLeft: downloadsMax - (opened?.downloads ?? 0),
    },
    content,
  }
}

/** Counts one view for each payment, however many people open it at once. */
async function countView(app: Needs<'transaction' | 'now'>, payment: PaymentWithGoods): Promise<void> {
  const { accountId, mode, invoiceId } = payment
  await app.transaction({ accountId, mode }, async tx => {
    await startRelease(tx, payment)
    const isFirst = await tx.em.nativeUpdate(
      GoodsRelease,
      { payment: invoiceId, contentOpenedAt: null },
      { contentOpenedAt: app.now() },
    )
    if (isFirst === 0) return
    await tx.em.nativeUpdate(HiddenContent, payment.content!.id, { viewCount: raw<RawQueryFragment>('view_count + 1') })
  })
}
