import type Koa from 'koa'
import type { StoredFile } from '../../goods/find-goods.ts'
import { html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { downloadFile } from '../../payments/goods/download-file.ts'
import { makePath } from '../parts/address.ts'
import { sendPage } from '../parts/frame.ts'
import { chooseLanguage } from '../parts/language.ts'
import { texts } from '../parts/texts.ts'
import { renderUnknownPayment } from '../parts/trouble-pages.ts'

type FileNeeds = Needs<'em' | 'goods' | 'transaction' | 'sql' | 'config' | 'now' | 'seal'>

/**
 * Serves `/pay/file?invoice=&token=`, the sold file, as a download and never inline, because it may be an HTML page.
 */
export async function sendSoldFile(app: FileNeeds, ctx: Koa.Context, invoiceId: string | null): Promise<void> {
  const { token } = ctx.query
  if (invoiceId === null || typeof token !== 'string') return renderUnknownPayment(app, ctx)
  try {
    const file = await downloadFile(app, { invoiceId, token, isCounted: ctx.method === 'GET' })
    await sendBytes(app, ctx, file)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'expired') return renderUnknownPayment(app, ctx)
    answerOver(app, ctx, invoiceId)
  }
}

async function sendBytes(app: Needs<'goods'>, ctx: Koa.Context, file: StoredFile): Promise<void> {
  // Names that are not plain ASCII go into `filename*`, which every browser reads.
  ctx.attachment(file.originalName, { fallback: file.originalName.replace(/[^ !#-[\]-~]/g, '_') })
  ctx.type = 'application/octet-stream'
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
  ctx.length = file.fileSize
  if (ctx.method === 'HEAD') ctx.status = 200
  else ctx.body = await app.goods.open('files', file.storageKey)
}

function answerOver(app: Needs<'config'>, ctx: Koa.Context, invoiceId: string): void {
  const language = chooseLanguage(ctx)
  const say = texts[language]
  const toInvoice = makePath(app.config, '/pay', { invoice: invoiceId, lang: language })
  const body = html`<main class="plain">
    <section class="card">
      <h1>${say.goodsTitle}</h1>
      <p>${say.goodsOver}</p>
      <p><a href="${toInvoice}">${say.toInvoice}</a></p>
    </section>
  </main>`
  const here = { path: '/pay', query: { invoice: invoiceId } }
  sendPage(ctx, app.config, { language, title: say.goodsTitle, body, here }, 410)
}
