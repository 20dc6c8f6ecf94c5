import emvQrcps from 'emv-qrcps'
import emvcoMerchant from 'emvco-merchant-parse'
import { encode, parse, withCrcTag } from 'promptparse'
import staticQris from 'qris-dynamic-generator'
import steplix from 'steplix-emv-qrcps'

/** The npm packages for parsing and converting, each used as its own documentation shows. */
export interface Peer {
  name: string
  convert?: (qris: string, nominal: number) => string
  parse?: (qris: string) => unknown
}

export interface MerchantCodes {
  Parser: { toEMVQR(qris: string): MerchantCode }
}

interface MerchantCode {
  setPointOfInitiationMethod(method: string): void
  setTransactionAmount(amount: string): void
  generatePayload(): string
}

export const peers: Peer[] = [
  { name: 'promptparse 1.6.0', convert: convertWithPromptparse, parse: qris => parse(qris, true, true) },
  { name: 'qris-dynamic-generator 1.1.5', convert: (qris, nominal) => new staticQris.default(qris).generate(nominal) },
  rebuildingPeer('steplix-emv-qrcps 0.0.8', steplix.Merchant),
  rebuildingPeer('emv-qrcps 0.0.7', emvQrcps.Merchant),
  { name: 'emvco-merchant-parse 1.1.0', parse: qris => emvcoMerchant.Parse(qris) },
]

/** Converts with promptparse, which checks the CRC but cannot convert: this is the shortest converter on top of it. */
function convertWithPromptparse(qris: string, nominal: number): string {
  const code = parse(qris, true, false)
  if (code === null) throw new Error('not accepted')
  const amount = String(nominal)
  const tags = []
  for (const tag of code.getTags()) {
    if (tag.id === '54' || tag.id === '63') continue
    tags.push(tag.id === '01' ? { id: '01', length: 2, value: '12' } : tag)
    if (tag.id === '53') tags.push({ id: '54', length: amount.length, value: amount })
  }
  return withCrcTag(encode(tags), '63', true)
}

function rebuildingPeer(name: string, { Parser }: MerchantCodes): Peer {
  return {
    name,
    convert(qris, nominal) {
      const code = Parser.toEMVQR(qris)
      code.setPointOfInitiationMethod('12')
      code.setTransactionAmount(String(nominal))
      return code.generatePayload()
    },
    parse: qris => Parser.toEMVQR(qris),
  }
}
