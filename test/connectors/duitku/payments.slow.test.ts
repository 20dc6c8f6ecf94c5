import { duitkuCallback, duitkuContract } from '../../../src/connectors/duitku/simulator.ts'
import { describePayments } from '../by-key.ts'

describePayments({
  id: 'duitku',
  least: 10_000,
  most: 10_000_000,
  credentials: (address, merchant) => duitkuContract(address, merchant),
  pushOf: duitkuCallback,
  withoutQris: (address, merchant) => duitkuContract(address, merchant, 'noqris'),
})
