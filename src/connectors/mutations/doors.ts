import type { Door } from '../door.ts'
import { knownApps } from './apps.ts'

type Method = 'wallet_direct' | 'qris_user' | 'wallet_qris'

const dialect = 'native'

function door(name: string, method: Method, apps: readonly string[]): Door {
  const packages = knownApps.filter(({ app }) => apps.includes(app)).map(one => one.packages.join(' '))
  const id = name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return { id, name: { id: name, en: name }, preset: { method, dialect, apps: packages } }
}

/** The banks and wallets whose notifications a phone forwards, the most common first. */
export const phoneDoors: readonly Door[] = [
  door('GoPay Merchant', 'wallet_qris', ['GoPay Merchant']),
  door('DANA Bisnis', 'wallet_qris', ['DANA']),
  door('ShopeePay', 'wallet_qris', ['ShopeePay Merchant', 'ShopeePay', 'Shopee']),
  door('BCA', 'qris_user', ['BCA', 'BCA Merchant']),
  door('Mandiri', 'qris_user', ['Livin', 'Livin Merchant']),
  door('BRI', 'qris_user', ['BRImo', 'BRI Merchant']),
  door('BNI', 'qris_user', ['BNI', 'BNI Merchant']),
  door('BSI', 'qris_user', ['BSI']),
  door('SeaBank', 'qris_user', ['SeaBank']),
  door('Jago', 'qris_user', ['Jago']),
  door('GoPay', 'wallet_direct', ['GoPay', 'Gojek']),
  door('OVO', 'wallet_direct', ['OVO']),
  door('DANA', 'wallet_direct', ['DANA']),
  door('LinkAja', 'wallet_direct', ['LinkAja']),
  {
    id: 'printed-qris',
    name: { id: 'QRIS cetak di kasir', en: 'A printed QRIS' },
    preset: { method: 'qris_user', dialect },
    codeField: 'account',
  },
  {
    id: 'phone',
    name: { id: 'HP dengan notifikasi lain', en: 'A phone with other notifications' },
    preset: { dialect },
  },
]
