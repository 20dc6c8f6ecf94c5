import type { INodeProperties } from 'n8n-workflow'

/** An operation: its request, and its fields, named as in the API. */
export interface Operation {
  name: string
  value: string
  action: string
  description: string
  method: 'GET' | 'POST'
  path: string
  /** Required fields, in the order of the form. */
  required: Field[]
  optional: Field[]
  /** How to read a list to its end; unset for a single object. */
  pages?: 'cursor' | 'page' | 'offset'
}

type Field = Pick<INodeProperties, 'displayName' | 'name' | 'type' | 'default'> & Partial<INodeProperties>

export interface Resource {
  name: string
  value: string
  operations: Operation[]
}

const invoice: Field = {
  displayName: 'Invoice ID',
  name: 'invoice',
  type: 'string',
  default: '',
  placeholder: 'INV-CZSRHR2XGY9QFHM5YCHN',
  description: 'The invoice ID of the payment, as created or as the trigger sends it',
}

const orderNumber: Field = { displayName: 'Order Number', name: 'order_number', type: 'string', default: '' }

const search: Field = { displayName: 'Search', name: 'search', type: 'string', default: '' }

const product: Field = {
  displayName: 'Product Key',
  name: 'product',
  type: 'string',
  default: '',
  description: 'The key of the product in the catalogue, as List answers it',
}

function choice(field: Pick<Field, 'displayName' | 'name' | 'description'>, values: string[]): Field {
  const options = values.map(value => ({ name: value[0].toUpperCase() + value.slice(1).replaceAll('_', ' '), value }))
  return { ...field, type: 'options', options, default: values[0] }
}

function text(displayName: string, name: string, description?: string): Field {
  return { displayName, name, type: 'string', default: '', ...(description ? { description } : {}) }
}

const payment: Operation[] = [
  {
    name: 'Cancel',
    value: 'cancel',
    action: 'Cancel a payment',
    description: 'End a pending payment, so that nobody pays it any more',
    method: 'POST',
    path: '/cancel-payment',
    required: [invoice],
    optional: [],
  },
  {
    name: 'Create',
    value: 'create',
    action: 'Create a payment',
    description: 'Ask a customer for money and get the address of the payment page',
    method: 'POST',
    path: '/create-payment',
    required: [
      {
        displayName: 'Amount',
        name: 'amount',
        type: 'number',
        default: 0,
        typeOptions: { minValue: 0 },
        description: 'The price in whole rupiah',
      },
    ],
    optional: [
      text('Callback URL', 'callback_url', 'Where to send the signed callback of this payment'),
      text('Customer Email', 'customer_email'),
      text('Customer Name', 'customer_name'),
      text('Customer Phone', 'customer_phone'),
      text('Description', 'description'),
      choice({ displayName: 'Payment Method', name: 'payment_method' }, [
        'all',
        'qris',
        'qris_platform',
        'qris_user',
        'wallet_direct',
        'wallet_qris',
      ]),
      text('Redirect URL', 'redirect_url', 'Where the payment page leads once the payment has ended'),
      text('Reference', 'reference', 'Your own ID, such as an order number: one open or paid payment has it'),
      {
        displayName: 'Reuse',
        name: 'reuse',
        type: 'boolean',
        default: true,
        description: 'Whether to return the open or paid payment that already has this reference',
      },
    ],
  },
  {
    name: 'Explain',
    value: 'explain',
    action: 'Explain a payment',
    description: 'Find out why a payment has its status: what was requested, seen, matched and sent',
    method: 'GET',
    path: '/explain-payment',
    required: [invoice],
    optional: [],
  },
  {
    name: 'Get',
    value: 'get',
    action: 'Get a payment',
    description: 'Get the state of a payment',
    method: 'GET',
    path: '/check-payment',
    required: [invoice],
    optional: [],
  },
  {
    name: 'Get Many',
    value: 'getAll',
    action: 'Get many payments',
    description: 'Get many payments, newest first',
    method: 'GET',
    path: '/list-payments',
    required: [],
    optional: [
      text('End Date', 'end_date', 'The last day, as 2026-11-21'),
      text('Reference', 'reference'),
      search,
      text('Start Date', 'start_date', 'The first day, as 2026-11-21'),
      choice({ displayName: 'Status', name: 'status' }, ['cancelled', 'expired', 'paid', 'pending']),
    ],
    pages: 'cursor',
  },
]

const refund: Operation[] = [
  {
    name: 'Create',
    value: 'create',
    action: 'Refund a payment',
    description: 'Return all or a part of a paid payment',
    method: 'POST',
    path: '/refund-payment',
    required: [invoice],
    optional: [
      {
        displayName: 'Amount',
        name: 'amount',
        type: 'number',
        default: 0,
        typeOptions: { minValue: 0 },
        description: 'Whole rupiah; all that is left of the payment if not added',
      },
      text('Reason', 'reason', 'The reason, shown to you and to the customer'),
      {
        displayName: 'Restock',
        name: 'restock',
        type: 'boolean',
        default: false,
        description: 'Whether the counted goods of its order go back into stock',
      },
    ],
  },
]

const order: Operation[] = [
  {
    name: 'Complete',
    value: 'complete',
    action: 'Complete an order',
    description: 'Complete or cancel an order of the store',
    method: 'POST',
    path: '/msgstore-complete',
    required: [orderNumber],
    optional: [
      {
        displayName: 'Notify',
        name: 'notify',
        type: 'boolean',
        default: true,
        description: 'Whether the customer is sent a message',
      },
      choice({ displayName: 'Status', name: 'status' }, ['cancelled', 'completed']),
    ],
  },
  {
    name: 'Get Many',
    value: 'getAll',
    action: 'Get many orders',
    description: 'Get many orders of the store',
    method: 'GET',
    path: '/msgstore-orders',
    required: [],
    optional: [
      orderNumber,
      search,
      choice({ displayName: 'Status', name: 'status' }, [
        'cancelled',
        'completed',
        'paid',
        'pending',
        'processing',
        'waiting_payment',
      ]),
    ],
    pages: 'offset',
  },
]

const stock: Operation[] = [
  {
    name: 'Get Many',
    value: 'getAll',
    action: 'Get many stock entries',
    description: 'Get what the store sells and how many there are',
    method: 'GET',
    path: '/list-stock',
    required: [],
    optional: [text('Barcode', 'barcode'), product],
    pages: 'page',
  },
  {
    name: 'Set',
    value: 'set',
    action: 'Set a stock entry',
    description: 'Say how many there are, or how many more or fewer',
    method: 'POST',
    path: '/set-stock',
    required: [product],
    optional: [
      {
        displayName: 'Available',
        name: 'available',
        type: 'number',
        default: 0,
        description: 'The number that can be ordered from now on',
      },
      {
        displayName: 'Difference',
        name: 'delta',
        type: 'number',
        default: 0,
        description: 'Instead of Available: so many more, or fewer if negative',
      },
      text('Variant Key', 'variant', 'Required if the product has several variants'),
    ],
  },
]

const transfer: Operation[] = [
  {
    name: 'Get Many',
    value: 'getAll',
    action: 'Get many transfers',
    description: 'Get the money that arrived, and what waits for a decision',
    method: 'GET',
    path: '/list-transfers',
    required: [],
    optional: [
      { ...invoice, description: 'Transfers that belong, or probably belong, to this payment' },
      choice({ displayName: 'Reason', name: 'reason' }, [
        'ambiguous',
        'cancelled',
        'early',
        'inexact',
        'late',
        'paid_twice',
        'unmatched',
        'unproved',
      ]),
      choice({ displayName: 'State', name: 'state' }, ['ignored', 'refunded', 'review', 'settled', 'unsettled']),
    ],
    pages: 'page',
  },
  {
    name: 'Review',
    value: 'review',
    action: 'Review a transfer',
    description: 'Decide about money that does not pay automatically',
    method: 'POST',
    path: '/review-transfer',
    required: [
      { displayName: 'Transfer ID', name: 'transfer_id', type: 'number', default: 0 },
      choice(
        {
          displayName: 'Decision',
          name: 'action',
          description: 'Refund says that you have returned the money; it moves none',
        },
        ['accept', 'assign', 'ignore', 'refund'],
      ),
    ],
    optional: [
      { ...invoice, description: 'Only for Assign: the payment that the money is for' },
      text('Note', 'note', 'The reason, for anyone who reads the books later'),
    ],
  },
]

export const resources: Resource[] = [
  { name: 'Order', value: 'order', operations: order },
  { name: 'Payment', value: 'payment', operations: payment },
  { name: 'Refund', value: 'refund', operations: refund },
  { name: 'Stock', value: 'stock', operations: stock },
  { name: 'Transfer', value: 'transfer', operations: transfer },
]

export function findOperation(resource: string, operation: string): Operation | undefined {
  return resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation)
}
