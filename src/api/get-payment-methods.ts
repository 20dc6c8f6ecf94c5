import { z } from 'zod'
import { listMethods } from '../methods/list-methods.ts'
import { defineEndpoint } from './endpoint.ts'

/** GET /api/get-payment-methods (contract 4.2). */
export const getPaymentMethodsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/get-payment-methods',
  tag: 'Account',
  summary: 'Payment methods and their availability',
  scope: ['read', 'payments'],
  input: z.object({}),
  answer: 'methodsListed',
  handle: async (app, standing) => listMethods(app, standing),
})
