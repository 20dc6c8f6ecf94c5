import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { flagField, optionalWord } from '../../../api/fields.ts'
import { billKinds } from '../../../events/outward-bill.ts'
import { createBill } from '../create-bill.ts'
import { billWrittenShape } from './bill-answers.ts'
import { billFields, itemsField, readTerms, titleField } from './bill-fields.ts'

const CreateBillBody = z.object({
  kind: optionalWord(billKinds).describe('`open` where there is a range of amounts, else `once`'),
  title: titleField,
  items: itemsField,
  parts: flagField.describe('It may be paid in parts, each of Rp 1.000 or more'),
  draft: flagField.describe('Nobody can open it until `update-bill` publishes it'),
  ...billFields,
})

/** POST /api/create-bill. */
export const createBillEndpoint = defineEndpoint({
  method: 'POST',
  path: '/create-bill',
  tag: 'Bills',
  summary: 'Make a bill',
  description:
    'A bill lives for as long as you like and makes a payment when its payer presses the button of its page. ' +
    'Chats open every link for its preview: opening the page makes nothing. With `items` the amount is what they ' +
    'cost now; opening the bill makes an order, which holds them as long as its payment can be paid.',
  example: { amount: 50000, title: 'Iuran November', customer_name: 'Budi', due_date: '2030-11-30' },
  scope: 'payments',
  input: CreateBillBody,
  answer: billWrittenShape,
  handle: (app, standing, { kind, title, items, parts, draft, ...given }, { keyId }) => {
    const goods = items?.map(item => ({ ...item, quantity: item.quantity ?? 1 }))
    const asked = { kind, title, items: goods, takesParts: parts, isDraft: draft, ...readTerms(given) }
    return createBill(app, standing, asked, `api key ${keyId}`)
  },
})
