import { createHash } from 'node:crypto'
import { createBridgeSimulator, createNumberedAccounts } from '../bridge/simulator.ts'
import { createOpenedAnswer, createRefusedAnswer } from '../bridge/simulator-connect.ts'
import { makeStaticCode } from '../simulator/qris-code.ts'

const holder = 'WARUNG KOPI DEMO'

const accounts = createNumberedAccounts({
  demo: 'G100000001',
  prefix: 'G99',
  at: number => ({
    number,
    holder,
    outlet_name: `Outlet ${number}`,
    outlet_id: number,
    qris: makeStaticCode(number, holder),
  }),
  shown: outletId => ({ outletName: `Outlet ${outletId}`, outletId }),
})

/** A merchant wallet behind the sandbox's bridge. It accepts every token except "expired". */
export const merchantWalletSimulator = createBridgeSimulator(accounts, async (_needs, { token, device }) => {
  if (typeof token !== 'object' || token === null)
    return createRefusedAnswer('not_accepted', 'the token is not known', 'token')
  if (typeof device !== 'object' || device === null)
    return createRefusedAnswer('not_accepted', 'the device is not known', 'device')
  const { outlet_id, outlet_name, access_token } = token as Record<string, unknown>
  if (typeof access_token !== 'string' || access_token === '' || access_token === 'expired') {
    return createRefusedAnswer('not_accepted', 'the token has expired: copy a new one from the app', 'token')
  }
  const named = typeof outlet_id === 'string' && outlet_id.length >= 3 ? outlet_id : `G${digest(access_token)}`
  const account = accounts.at(named)
  return createOpenedAnswer(typeof outlet_name === 'string' ? { ...account, outlet_name } : account)
})

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 9).toUpperCase()
