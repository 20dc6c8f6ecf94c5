import { makeDuitkuCallback, makeDuitkuContract } from '../../../src/connectors/duitku/simulator.ts'
import { describePayments } from '../by-key.ts'

describePayments({
  id: 'duitku',
  least: 10_000,
  most: 10_000_000,
  credentials: (address, merchant) => makeDuitkuContract(address, merchant),
  pushOf: makeDuitkuCallback,
  withoutQris: (address, merchant) => makeDuitkuContract(address, merchant, 'noqris'),
})
