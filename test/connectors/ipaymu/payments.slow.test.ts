import { makeIpaymuCallback, makeIpaymuContract } from '../../../src/connectors/ipaymu/simulator.ts'
import { describePayments } from '../by-key.ts'

describePayments({
  id: 'ipaymu',
  least: 1_000,
  most: 10_000_000,
  isSignedByAnybody: true,
  credentials: (address, merchant) => makeIpaymuContract(address, merchant),
  pushOf: (code, url) => makeIpaymuCallback(code, url, 'form'),
  withoutQris: () => ({ fault: 'no_qris', operation: 'methods' }),
})
