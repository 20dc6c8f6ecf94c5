import type { ClientDocument } from './schema.ts'

/**
 * The endpoint of refunds, as its issue describes it, for as long as the document does not have it: the document's own
 * description goes first.
 */
export const undocumented: ClientDocument['paths'] = {
  '/api/refund-payment': {
    post: {
      operationId: 'refundPayment',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                invoice: { type: 'string' },
                amount: { type: ['integer', 'null'], description: 'The whole rest without it' },
                reason: { type: ['string', 'null'] },
                restock: { type: ['boolean', 'null'], description: 'Whether the goods go back into stock' },
              },
              required: ['invoice'],
            },
          },
        },
      },
      responses: {
        200: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  data: {
                    type: 'object',
                    properties: {
                      invoice_id: { type: 'string' },
                      refunded_amount: { type: 'integer' },
                      refunds: { type: 'array', items: { type: 'object', additionalProperties: {} } },
                    },
                    required: ['invoice_id', 'refunded_amount', 'refunds'],
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}
