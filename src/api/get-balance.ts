import { z } from 'zod'
import { findBalance } from '../books/find-balance.ts'
import { defineEndpoint } from './endpoint.ts'

/** GET /api/get-balance: the money of `qris` payments that can be withdrawn. */
export const getBalanceEndpoint = defineEndpoint({
  method: 'GET',
  path: '/get-balance',
  tag: 'Money',
  summary: 'What can be withdrawn',
  description: 'Money of `qris` payments alone; that of other methods goes to the merchant itself.',
  scope: ['read', 'money'],
  input: z.object({}),
  answer: 'balanceFound',
  handle: (app, standing) => findBalance(app, standing),
})
