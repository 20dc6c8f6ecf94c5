import { z } from 'zod'
import { findConnection } from '../../../connections/find-connection.ts'
import { storeOwnCode } from '../../../connections/store-own-code.ts'
import { Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { parseQris } from '../../../qris/parse-qris.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { actButton, area, field, largeForm, refusedBanner } from '../../parts/forms.ts'
import { page } from '../../parts/page.ts'
import { actingOf } from '../../parts/visit.ts'
import { ConnectionInput } from './connection.ts'
import { connectionTexts } from './connection-texts.ts'

const imageBytesMax = 5 * 1024 * 1024

/**
 * The static QRIS of a connection, as a photo that is decoded here, or as its text. Changing it changes where money
 * goes.
 */
export const connectionCodePage = page({
  path: '/dashboard/connections/:connection/qris',
  role: 'settings',
  isSecret: true,
  input: ConnectionInput,
  load: (app, { scope }, { connection: id }) => findConnection(app, scope, id),
  view({ language, loaded: { connection }, refusal, given, fieldErrors: errors, to }) {
    const say = connectionTexts[language]
    const { staticQris } = connection
    const code = staticQris === null ? null : parseQris(staticQris)
    return {
      title: say.code,
      body: html`<p class="trail"><a href="${to(`/dashboard/connections/${connection.id}`)}">${connection.label}</a></p><h1>${say.code}</h1>
${refusedBanner({ language, refusal, labels: say.fields })}
<div class="pair"><section class="card"><p>${say.codeText}</p>
${largeForm(
  'store',
  'file',
  html`${field({ name: 'image', label: say.codeImage, hint: say.codeImageHint, type: 'file', accept: 'image/jpeg,image/png,image/gif,image/webp', isOptional: true, errors })}
${area({ name: 'qris', label: say.codeQris, value: given.qris, isOptional: true, maxlength: 512, errors })}${actButton('store', say.read)}`,
)}</section>
${
  code &&
  html`<section class="card"><h2>${say.currentCode}</h2><div class="qr-small">${new Html(qrSvg(code.text))}</div>
<dl><div><dt>${say.merchant}</dt><dd>${code.merchantName}</dd></div><div><dt>${say.city}</dt><dd>${code.merchantCity}</dd></div><div><dt>${say.nmid}</dt><dd>${code.nmid ?? '-'}</dd></div></dl></section>`
}</div>`,
    }
  },
  act: {
    store: {
      isSecret: true,
      fileBytesMax: imageBytesMax,
      fields: z.object({
        image: z.union([z.instanceof(Buffer), z.string()]).optional(),
        qris: z.string().max(4000).optional(),
      }),
      async run(app, visit, { image, qris }, { connection: id }) {
        const text = qris?.trim() ?? ''
        const hasImage = Buffer.isBuffer(image) && image.length > 0
        if (!hasImage && text === '') throw refuseField('qris', 'or a picture of it is needed', 'missing')
        await storeOwnCode(app, { ...visit.scope, by: actingOf(visit) }, id, hasImage ? { image } : { qris: text })
        return { done: 'saved' }
      },
    },
  },
})
