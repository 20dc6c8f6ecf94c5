import { crcOf } from '../../src/qris/crc.ts'

/** Returns a dynamic code as created by a provider, with this text as its amount. */
export function madeQris(amount: string): string {
  const object = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value
  const merchant = ['0014ID.CO.TEST.WWW', object('01', '936009991234567890'), '0207TEST001', '0303UMI'].join('')
  const head = `000201010212${object('26', merchant)}520454115303360`
  const body = `${head}${object('54', amount)}5802ID5904TOKO6007JAKARTA6304`
  return body + crcOf(body)
}
