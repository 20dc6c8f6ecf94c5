import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { flagField, optionalWord } from '../../../api/fields.ts'
import { billKinds } from '../bill-kinds.ts'
import { createBill } from '../create-bill.ts'
import { billWrittenShape } from './bill-answers.ts'
import { billFields, itemsField, readTerms, titleField } from './bill-fields.ts'

const CreateBillBody = z.object({
  kind: optionalWord(billKinds).describe('`open` if the bill has a range of amounts, otherwise `once`'),
  title: titleField,
  items: itemsField,
  parts: flagField.describe('Allow payment in parts, each of at least Rp 1.000'),
  draft: flagField.describe('A draft cannot be opened until `update-bill` publishes it'),
  ...billFields,
})

/** POST /api/create-bill. */
export const createBillEndpoint = defineEndpoint({
  method: 'POST',
  path: '/create-bill',
  tag: 'Bills',
  summary: 'Create a bill',
  description:
    'A bill stays open as long as you like; a payment is created when the payer presses the button on its page. ' +
    'Opening the page creates nothing, because chat apps open every link to preview it. With `items`, the amount ' +
    'is their current price; pressing the button also places an order, which reserves the items while its payment ' +
    'can be paid.',
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
