import { bank } from './bank/bank.ts'
import type { Connector } from './connector.ts'
import { duitku } from './duitku/duitku.ts'
import { interactive } from './interactive/interactive.ts'
import { ipaymu } from './ipaymu/ipaymu.ts'
import { merchantWallet } from './merchant-wallet/merchant-wallet.ts'
import { midtrans } from './midtrans/midtrans.ts'
import { mutations } from './mutations/mutations.ts'
import { snap } from './snap/snap.ts'
import { tripay } from './tripay/tripay.ts'
import { wallet } from './wallet/wallet.ts'
import { xendit } from './xendit/xendit.ts'

const all = {
  interactive,
  snap,
  midtrans,
  xendit,
  duitku,
  tripay,
  ipaymu,
  mutations,
  bank,
  'merchant-wallet': merchantWallet,
  wallet,
} satisfies Record<string, Connector>

/** A provider, as connections name it. */
export type ConnectorId = keyof typeof all
export type Connectors = Record<ConnectorId, Connector>

/**
 * Every provider. Of several that could serve the same payment, those that make codes go before the others, a phone
 * comes last, and else the order here decides; lists for merchants show them the other way round, the simplest first.
 * Frozen: a test that replaces one gives its shop a table of its own.
 */
export const connectors: Connectors = Object.freeze(all)
