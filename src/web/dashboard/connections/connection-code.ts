import { z } from 'zod'
import { findConnection } from '../../../connections/find-connection.ts'
import { storeOwnCode } from '../../../connections/store-own-code.ts'
import { Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { parseQris } from '../../../qris/parse-qris.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { card, trail } from '../../parts/card.ts'
import { facts } from '../../parts/facts.ts'
import { actButton, area, field, largeForm, pictureTypes, refusedBanner } from '../../parts/forms.ts'
import { ChosenFile } from '../../parts/inputs.ts'
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
    const image = field({
      name: 'image',
      label: say.codeImage,
      hint: say.codeImageHint,
      type: 'file',
      accept: pictureTypes,
      isOptional: true,
      errors,
    })
    const text = { name: 'qris', label: say.codeQris, value: given.qris, isOptional: true, maxlength: 512, errors }
    const fields = html`${image}${area(text)}${actButton('store', say.read)}`
    const details =
      code &&
      facts([
        [say.merchant, code.merchantName],
        [say.city, code.merchantCity],
        [say.nmid, code.nmid ?? '-'],
      ])
    return {
      title: say.code,
      body: html`
        ${trail(to(`/dashboard/connections/${connection.id}`), connection.label)}
        <h1>${say.code}</h1>
        ${refusedBanner({ language, refusal, labels: say.fields })}
        <div class="pair">
          ${card(null, html`<p>${say.codeText}</p>${largeForm('store', 'file', fields)}`)}
          ${code && card(say.currentCode, html`<div class="qr-small">${new Html(qrSvg(code.text))}</div>${details}`)}
        </div>`,
    }
  },
  act: {
    store: {
      isSecret: true,
      fileBytesMax: imageBytesMax,
      fields: z.object({
        image: ChosenFile,
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
