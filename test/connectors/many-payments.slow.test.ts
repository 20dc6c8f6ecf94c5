import { describe } from 'vitest'
import { makeDuitkuCallback, makeDuitkuContract } from '../../src/connectors/duitku/simulator.ts'
import { makeIpaymuCallback, makeIpaymuContract } from '../../src/connectors/ipaymu/simulator.ts'
import { makeTripayCallback, makeTripayContract } from '../../src/connectors/tripay/simulator.ts'
import { makeKeys } from '../../src/connectors/xendit/simulator-account.ts'
import { testEveryRupiah } from './by-key.ts'
import { midtransAsPlayed } from './midtrans/as-played.ts'
import { xenditAsPlayed } from './xendit/as-played.ts'

describe('Midtrans', () => {
  testEveryRupiah(midtransAsPlayed)
})

describe('Xendit', () => {
  testEveryRupiah(xenditAsPlayed)
})

describe('Xendit of an older account', () => {
  const credentials = (base_url: string, name: string) => ({ ...makeKeys(`${name}-older`), base_url })
  testEveryRupiah({ ...xenditAsPlayed, credentials })
})

describe('Duitku', () => {
  testEveryRupiah({ id: 'duitku', least: 10_000, credentials: makeDuitkuContract, pushOf: makeDuitkuCallback })
})

describe('Tripay', () => {
  testEveryRupiah({ id: 'tripay', least: 1_000, credentials: makeTripayContract, pushOf: makeTripayCallback })
})

describe('iPaymu', () => {
  const pushOf: typeof makeTripayCallback = (code, url) => makeIpaymuCallback(code, url, 'form')
  testEveryRupiah({ id: 'ipaymu', least: 1_000, credentials: makeIpaymuContract, pushOf })
})
