import { makeTripayCallback, makeTripayContract } from '../../../src/connectors/tripay/simulator.ts'
import { describePayments } from '../by-key.ts'

describePayments({
  id: 'tripay',
  least: 1_000,
  most: 5_000_000,
  credentials: (address, merchant) => makeTripayContract(address, merchant),
  pushOf: makeTripayCallback,
  withoutQris: (address, merchant) => makeTripayContract(address, merchant, 'noqris'),
})
