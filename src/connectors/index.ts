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

/** The id of a provider. */
export type ConnectorId = keyof typeof all
export type Connectors = Record<ConnectorId, Connector>

/**
 * All providers. If several can serve a payment, those that create codes come before the others, a phone comes last,
 * and otherwise this order decides. Lists for merchants use the reverse order, the simplest first. Frozen: a test that
 * replaces a connector gives its shop its own table.
 */
export const connectors: Connectors = Object.freeze(all)
