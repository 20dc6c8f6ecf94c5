import { tripayCallback, tripayContract } from '../../../src/connectors/tripay/simulator.ts'
import { describePayments } from '../by-key.ts'

describePayments({
  id: 'tripay',
  least: 1_000,
  most: 5_000_000,
  credentials: (address, merchant) => tripayContract(address, merchant),
  pushOf: tripayCallback,
  withoutQris: (address, merchant) => tripayContract(address, merchant, 'noqris'),
})
