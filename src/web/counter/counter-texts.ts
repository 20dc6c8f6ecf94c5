import type { Language } from '../parts/language.ts'

const id = {
  title: (shop: string) => `Kasir ${shop}`,
  paired: (device: string) => `Perangkat ini terpasang sebagai “${device}”.`,
  checkReceipt: 'Cek struk',
}

export type CounterTexts = typeof id

const en: CounterTexts = {
  title: shop => `Counter of ${shop}`,
  paired: device => `This device is paired as “${device}”.`,
  checkReceipt: 'Check a receipt',
}

export const counterTexts: Record<Language, CounterTexts> = { id, en }
