import { z } from 'zod'
import { addStoredFile, storeFile } from '../goods/add-file.ts'
import { DigitalFile } from '../goods/digital-file.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, uploadedFile } from './fields.ts'

const UploadFileForm = z.object({
  file: uploadedFile('The file to sell, at most 50 MiB'),
  original_name: optionalText(255).describe(
    "File name of the customer's copy; defaults to the name of the uploaded file",
  ),
})

/** POST /api/upload-file: a form with a file for sale. */
export const uploadFileEndpoint = defineEndpoint({
  method: 'POST',
  path: '/upload-file',
  tag: 'Digital products',
  summary: 'Add a digital file',
  example: { file: '@resep.pdf', original_name: 'Resep kopi susu.pdf' },
  scope: 'payments',
  takesUpload: 'file',
  input: UploadFileForm,
  answer: 'fileAdded',
  prepare: (app, { accountId }, { file, original_name }) =>
    storeFile(app, accountId, { name: original_name ?? 'file', bytes: file }, app.storageKey),
  takeBack: (app, { storageKey }) => app.goods.drop('files', storageKey),
  async handle(app, { accountId }, stored, { keyId }) {
    const id = await addStoredFile(app, accountId, stored, { actor: `key ${keyId}` })
    return app.em({ accountId }).findOneOrFail(DigitalFile, id)
  },
})
