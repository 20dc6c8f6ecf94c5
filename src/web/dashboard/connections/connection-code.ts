import { z } from 'zod'
import { findConnection } from '../../../connections/find-connection.ts'
import { describeCodeProblem, formatCodeMerchant, ownCodeTexts } from '../../../connections/own-code-texts.ts'
import { readOwnCode, storeOwnCode } from '../../../connections/store-own-code.ts'
import { Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { parseQris } from '../../../qris/parse-qris.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { backLink, card, linkButton } from '../../parts/card.ts'
import { factList } from '../../parts/facts.ts'
import {
  actButton,
  banner,
  field,
  largeForm,
  pictureTypes,
  type RefusedForm,
  refusedBanner,
  textArea,
} from '../../parts/forms.ts'
import { ChosenFile } from '../../parts/inputs.ts'
import { definePage } from '../../parts/page.ts'
import { makeUserActor } from '../../parts/visit.ts'
import { ConnectionInput } from './connection.ts'
import { connectionTexts } from './connection-texts.ts'

export const imageBytesMax = 5 * 1024 * 1024

/**
 * The static QRIS of a connection, as a photo that is decoded here, or as its text. Changing it changes where money
 * goes.
 */
export const connectionCodePage = definePage({
  path: '/dashboard/connections/:connection/qris',
  role: 'settings',
  isSecret: true,
  input: ConnectionInput,
  load: (app, { scope }, { connection: id }) => findConnection(app, scope, id),
  view({ app, language, loaded: { connection, reportedAt }, refusal, given, fieldErrors: errors, to }) {
    const say = connectionTexts[language]
    const { staticQris } = connection
    const code = staticQris === null ? null : parseQris(staticQris)
    const waitsForPhone = app.connectors[connection.connector].traits.needsForwarder && reportedAt === null
    const toPhone = linkButton(to(`/dashboard/connections/${connection.id}/forwarder`), say.forwarder)
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
    const fields = html`${image}${textArea(text)}${actButton('store', say.read)}`
    const details =
      code &&
      factList([
        [say.merchant, code.merchantName],
        [say.city, code.merchantCity],
        [say.nmid, code.nmid ?? '-'],
      ])
    return {
      title: say.code,
      body: html`
        ${backLink(to(`/dashboard/connections/${connection.id}`), connection.label)}
        <h1>${say.code}</h1>
        ${refusedCode({ language, refusal, labels: say.fields }, given.qris)}
        ${code && banner('done', ownCodeTexts[language].shown(formatCodeMerchant(language, code)))}
        ${code && waitsForPhone && html`<p>${toPhone}</p>`}
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
        const code = await readOwnCode(app, visit.account.id, hasImage ? { image } : { qris: text })
        await storeOwnCode(app, { ...visit.scope, by: makeUserActor(visit) }, id, { qris: code.text })
        return { to: `/dashboard/connections/${id}/qris`, done: 'saved' }
      },
    },
  },
})

/** Renders why a picture was refused, with the texts of the chat. Pasted texts have their own messages. */
function refusedCode({ language, refusal, labels }: RefusedForm, pasted: string | undefined): Html | null {
  const isMalformed = refusal?.fields?.some(({ code }) => code === 'malformed')
  const sentence = refusal && !(pasted && isMalformed) ? describeCodeProblem(language, refusal) : null
  return sentence ? banner('stop', sentence) : refusedBanner({ language, refusal, labels })
}
