import { z } from 'zod'
import { findBalance } from '../books/find-balance.ts'
import { defineEndpoint } from './endpoint.ts'

/** GET /api/get-balance: the money of `qris` payments that can be withdrawn. */
export const getBalanceEndpoint = defineEndpoint({
  method: 'GET',
  path: '/get-balance',
  tag: 'Money',
  summary: 'The balance that can be withdrawn',
  description: 'Includes only money of `qris` payments; money of other methods goes directly to the merchant.',
  scope: ['read', 'money'],
  input: z.object({}),
  answer: 'balanceFound',
  handle: (app, standing) => findBalance(app, standing),
})
