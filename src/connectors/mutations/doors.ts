import type { Door } from '../door.ts'
import { builtInApps } from './apps.ts'

type Method = 'wallet_direct' | 'qris_user' | 'wallet_qris'

const dialect = 'native'

function makeDoor(name: string, method: Method, apps: readonly string[]): Door {
  const packages = builtInApps.filter(({ app }) => apps.includes(app)).map(one => one.packages.join(' '))
  const id = name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return { id, name: { id: name, en: name }, preset: { method, dialect, apps: packages } }
}

/** The banks and wallets whose notifications a phone forwards, most common first. */
export const phoneDoors: readonly Door[] = [
  makeDoor('GoPay Merchant', 'wallet_qris', ['GoPay Merchant']),
  makeDoor('DANA Bisnis', 'wallet_qris', ['DANA']),
  makeDoor('ShopeePay', 'wallet_qris', ['ShopeePay Merchant', 'ShopeePay', 'Shopee']),
  makeDoor('BCA', 'qris_user', ['BCA', 'BCA Merchant']),
  makeDoor('Mandiri', 'qris_user', ['Livin', 'Livin Merchant']),
  makeDoor('BRI', 'qris_user', ['BRImo', 'BRI Merchant']),
  makeDoor('BNI', 'qris_user', ['BNI', 'BNI Merchant']),
  makeDoor('BSI', 'qris_user', ['BSI']),
  makeDoor('SeaBank', 'qris_user', ['SeaBank']),
  makeDoor('Jago', 'qris_user', ['Jago']),
  makeDoor('GoPay', 'wallet_direct', ['GoPay', 'Gojek']),
  makeDoor('OVO', 'wallet_direct', ['OVO']),
  makeDoor('DANA', 'wallet_direct', ['DANA']),
  makeDoor('LinkAja', 'wallet_direct', ['LinkAja']),
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
