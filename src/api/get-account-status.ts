import { z } from 'zod'
import { viewAccount } from '../payments/view-account.ts'
import { defineEndpoint } from './endpoint.ts'

/** GET /api/get-account-status (contract 4.2). */
export const getAccountStatusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/get-account-status',
  tag: 'Account',
  summary: 'The account, its integrations and a summary',
  scope: ['read', 'payments'],
  input: z.object({}),
  answer: 'accountStatus',
  handle: (app, standing) => viewAccount(app, standing),
})
