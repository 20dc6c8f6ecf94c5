// Three peers do not have types; these are the parts used here.

declare module 'emvco-merchant-parse' {
  export function Parse(qris: string): unknown
}

declare module 'emv-qrcps' {
  export const Merchant: import('./peers.ts').MerchantCodes
}

declare module 'steplix-emv-qrcps' {
  export const Merchant: import('./peers.ts').MerchantCodes
}
