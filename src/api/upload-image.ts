import { z } from 'zod'
import { addStoredImage, storeImage } from '../goods/add-image.ts'
import { ProductImage } from '../goods/product-image.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, uploadedImage } from './fields.ts'

const UploadImageForm = z.object({
  image: uploadedImage('JPEG, PNG, GIF or WebP'),
  original_name: optionalText(255).describe('Defaults to the name of the uploaded file'),
})

/** POST /api/upload-image: a form with a product's picture, which is re-encoded. */
export const uploadImageEndpoint = defineEndpoint({
  method: 'POST',
  path: '/upload-image',
  tag: 'Digital products',
  summary: 'Add a product image',
  example: { image: '@kopi.png' },
  scope: 'payments',
  takesUpload: 'image',
  input: UploadImageForm,
  answer: 'imageAdded',
  prepare(app, { accountId }, { image, original_name }, request) {
    request.takePicture()
    return storeImage(app, accountId, { name: original_name ?? 'image', bytes: image }, app.storageKey)
  },
  takeBack: (app, { storageKey }) => app.goods.drop('images', storageKey),
  async handle(app, { accountId }, stored, { keyId }) {
    const id = await addStoredImage(app, accountId, stored, { actor: `key ${keyId}` })
    return app.em({ accountId }).findOneOrFail(ProductImage, id)
  },
})
