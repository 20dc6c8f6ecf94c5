import { createRequire } from 'node:module'
import { encode, parse, withCrcTag } from 'promptparse'

/** What other packages on npm offer for the same two acts, each as its own documentation shows. */
export interface Peer {
  name: string
  convert?: (qris: string, nominal: number) => string
  parse?: (qris: string) => unknown
}

const load = createRequire(import.meta.url)
const StaticQris = load('qris-dynamic-generator') as new (qris: string) => { generate(nominal: number): string }
const steplix = load('steplix-emv-qrcps') as MerchantPackage
const emvQrcps = load('emv-qrcps') as MerchantPackage
const emvcoMerchant = load('emvco-merchant-parse') as { Parse(qris: string): unknown }

interface MerchantPackage {
  Merchant: { Parser: { toEMVQR(qris: string): MerchantCode } }
}

interface MerchantCode {
  setPointOfInitiationMethod(method: string): void
  setTransactionAmount(amount: string): void
  generatePayload(): string
}

export const peers: Peer[] = [
  { name: 'promptparse 1.6.0', convert: convertWithPromptparse, parse: qris => parse(qris, true, true) },
  { name: 'qris-dynamic-generator 1.1.5', convert: (qris, nominal) => new StaticQris(qris).generate(nominal) },
  rebuilding('steplix-emv-qrcps 0.0.8', steplix),
  rebuilding('emv-qrcps 0.0.7', emvQrcps),
  { name: 'emvco-merchant-parse 1.1.0', parse: qris => emvcoMerchant.Parse(qris) },
]

/** It checks the CRC and has no converter: the shortest one that can be put on top of it. */
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

function rebuilding(name: string, { Merchant }: MerchantPackage): Peer {
  return {
    name,
    convert(qris, nominal) {
      const code = Merchant.Parser.toEMVQR(qris)
      code.setPointOfInitiationMethod('12')
      code.setTransactionAmount(String(nominal))
      return code.generatePayload()
    },
    parse: qris => Merchant.Parser.toEMVQR(qris),
  }
}
