import { expect, test } from 'vitest'
import { simulators } from '../../src/sandbox/simulators.ts'

// A fault is set by the name of an operation: a route without its operation could not be made to fail.

const account = 'revoked invalid_ip invalid_domain no_qris'
const bridge = {
  routes: ['list GET /transactions', 'account GET /account', 'connect POST /connect', 'connect POST /connect/answer'],
  faults: {},
  has: 'accounts',
}
const expected: Record<string, { routes: string[]; faults: Record<string, string>; has: string }> = {
  interactive: {
    routes: ['charge GET /restapi/qris/show_qris.php', 'status GET /restapi/qris/checkpaid_qris.php'],
    faults: {},
    has: 'contracts forEveryMerchant',
  },
  snap: {
    routes: [
      'token POST /midtrans/v1.0/access-token/b2b',
      'charge POST /midtrans/v1.0/qr/qr-mpm-generate',
      'status POST /midtrans/v1.0/qr/qr-mpm-query',
      'cancel POST /midtrans/v1.0/qr/qr-mpm-cancel',
      'history POST /midtrans/v1.0/transaction-history-list',
      'charge POST /dana/payment-gateway/v1.0/debit/payment-host-to-host.htm',
      'status POST /dana/payment-gateway/v1.0/debit/status.htm',
      'cancel POST /dana/payment-gateway/v1.0/debit/cancel.htm',
      'charge POST /dana-qris/v1.0/qr/qr-mpm-generate.htm',
      'status POST /dana-qris/rest/v1.1/debit/status',
      'cancel POST /dana-qris/v1.0/debit/cancel.htm',
      'token POST /doku/authorization/v1/access-token/b2b',
      'charge POST /doku/snap-adapter/b2b/v1.0/qr/qr-mpm-generate',
      'status POST /doku/snap-adapter/b2b/v1.0/qr/qr-mpm-query',
      'cancel POST /doku/snap-adapter/b2b/v1.0/qr/qr-mpm-cancel',
      'token POST /bri/snap/v1.0/access-token/b2b',
      'charge POST /bri/v1.1/qr-dynamic-mpm/qr-mpm-generate-qr',
      'status POST /bri/v1.1/qr-dynamic-mpm/qr-mpm-query',
      'token POST /btn/snap/v1/access-token/b2b',
      'charge POST /btn/snap/v1/qr/qr-mpm-generate',
      'status POST /btn/snap/v1/qr/qr-mpm-query',
      'charge POST /faspay/v1.0/qr/qr-mpm-generate',
      'status POST /faspay/v1.0/qr/qr-mpm-query',
      'token POST /generic/v1.0/access-token/b2b',
      'charge POST /generic/v1.0/qr/qr-mpm-generate',
      'status POST /generic/v1.0/qr/qr-mpm-query',
      'cancel POST /generic/v1.0/qr/qr-mpm-cancel',
      'history POST /generic/v1.0/transaction-history-list',
    ],
    faults: {},
    has: 'contracts push',
  },
  midtrans: {
    routes: [
      'charge POST /v2/charge',
      'status GET /v2/:id/status',
      'cancel POST /v2/:id/cancel',
      'expire POST /v2/:id/expire',
      'refund POST /v2/:id/refund',
      'refund POST /v2/:id/refund/online/direct',
    ],
    faults: {
      any: 'inside revoked busy',
      charge: 'inside revoked busy inactive',
      status: 'inside revoked busy stuck other_order other_amount',
      push: 'duplicate forged reordered',
    },
    has: 'contracts push',
  },
  xendit: {
    routes: [
      'charge POST /v3/payment_requests',
      'status GET /v3/payment_requests/:id',
      'cancel POST /v3/payment_requests/:id/cancel',
      'simulate POST /v3/payment_requests/:id/simulate',
      'status GET /v3/payments/:id',
      'charge POST /payment_requests',
      'status GET /payment_requests/:id',
      'simulate POST /v2/payment_methods/:id/payments/simulate',
      'charge POST /qr_codes',
      'status GET /qr_codes/:id/payments',
      'balance GET /balance',
      'history GET /transactions',
      'refund POST /refunds',
      'refund GET /refunds/:id',
    ],
    faults: {
      any: 'revoked forbidden busy',
      charge: 'revoked forbidden busy inactive takes_expiry',
      status: 'revoked forbidden busy other_order other_amount',
      balance: 'revoked forbidden busy',
      push: 'duplicate forged reordered',
    },
    has: 'contracts push',
  },
  duitku: {
    routes: [
      'methods POST /webapi/api/merchant/paymentmethod/getpaymentmethod',
      'charge POST /webapi/api/merchant/v2/inquiry',
      'status POST /webapi/api/merchant/transactionStatus',
    ],
    faults: {
      methods: 'revoked clock',
      charge: 'revoked',
      status: 'revoked blocked other_order other_amount',
      push: 'duplicate forged',
      any: 'revoked',
    },
    has: 'contracts push',
  },
  tripay: {
    routes: [
      'methods GET /api/merchant/payment-channel',
      'charge POST /api/transaction/create',
      'status GET /api/transaction/detail',
      'history GET /api/merchant/transactions',
      'methods GET /api-sandbox/merchant/payment-channel',
      'charge POST /api-sandbox/transaction/create',
      'status GET /api-sandbox/transaction/detail',
      'history GET /api-sandbox/merchant/transactions',
    ],
    faults: {
      methods: 'revoked',
      charge: 'revoked',
      status: 'revoked other_order other_amount',
      history: 'revoked',
      push: 'duplicate forged',
      any: 'revoked',
    },
    has: 'contracts push takesForms',
  },
  ipaymu: {
    routes: [
      'account POST /api/v2/balance',
      'methods GET /api/v2/payment-channels',
      'charge POST /api/v2/payment/direct',
      'status POST /api/v2/transaction',
      'history POST /api/v2/history',
    ],
    faults: {
      account: account,
      methods: account,
      charge: account,
      status: `${account} other_order other_amount`,
      history: account,
      push: 'duplicate forged json',
      any: account,
    },
    has: 'contracts push',
  },
  bank: bridge,
  'merchant-wallet': bridge,
  wallet: bridge,
}

test.each([...simulators].map(([id, simulator]) => [id, simulator] as const))(
  'the simulated provider %s has its routes, each with its operation, and its own faults',
  (id, simulator) => {
    const { routes, faults = {}, ...others } = simulator
    expect({
      routes: routes.map(({ method, path, operation }) => `${operation} ${method} ${path}`),
      faults: Object.fromEntries(Object.entries(faults).map(([operation, modes]) => [operation, modes.join(' ')])),
      has: Object.keys(others).sort().join(' '),
    }).toEqual(expected[id])
  },
)

test('every fault belongs to an operation that its provider has', () => {
  for (const [id, { routes, faults = {}, push }] of simulators) {
    const operations = ['any', ...routes.map(({ operation }) => operation), ...(push ? ['push'] : [])]
    expect(operations, id).toEqual(expect.arrayContaining(Object.keys(faults)))
  }
})
