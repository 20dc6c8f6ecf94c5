import { z } from 'zod'
import { addContent, bodyMax, titleMax } from '../goods/add-content.ts'
import { HiddenContent } from '../goods/hidden-content.ts'
import { defineEndpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'

const UploadContentBody = z.object({
  title: requiredText(titleMax),
  body: requiredText(bodyMax).describe(
    'Shown to the customer after payment; a body that is a single http or https address becomes a link',
  ),
})

/** POST /api/upload-content: a text or a link that payment unlocks. */
export const uploadContentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/upload-content',
  tag: 'Digital products',
  summary: 'Add hidden content',
  example: { title: 'Kode Wi-Fi', body: 'SSID: Warung, sandi: kopi-susu' },
  scope: 'payments',
  input: UploadContentBody,
  answer: 'contentAdded',
  async handle(app, { accountId }, input, { keyId }) {
    const id = await addContent(app, accountId, input, { actor: `key ${keyId}` })
    return app.em({ accountId }).findOneOrFail(HiddenContent, id)
  },
})
