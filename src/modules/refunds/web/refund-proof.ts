import { z } from 'zod'
import { Refund } from '../../../books/refund.ts'
import { notFound } from '../../../lib/refusal.ts'
import { defineDownload } from '../../../web/parts/download.ts'

/** Downloads the picture that proves a refund. */
export const refundProof = defineDownload({
  path: '/dashboard/refund-proof',
  role: 'money',
  input: z.object({ refund: z.uuid() }),
  async read(app, { scope }, { refund: key }) {
    const refund = await app.em(scope).findOne(Refund, { key })
    if (!refund?.proof) throw notFound('refund')
    const body = await app.goods.open('images', refund.proof)
    return { name: `refund-${key}.jpg`, type: 'image/jpeg', body }
  },
})
