import type { SensitiveKind } from '../../../people/membership.ts'

const id = {
  asks: (name: string) => `${name} minta persetujuanmu`,
  decide: 'Putuskan',
  all: 'seluruhnya',
  kinds: {
    refund: 'Mengembalikan uang',
    discount: 'Membuat kupon dan potongan',
    price: 'Mengubah barang dan harga',
    stock: 'Mengubah stok',
  } satisfies Record<SensitiveKind, string>,
}

const en: typeof id = {
  asks: name => `${name} asks for your approval`,
  decide: 'Decide',
  all: 'all of it',
  kinds: {
    refund: 'Return money',
    discount: 'Create coupons and discounts',
    price: 'Change products and prices',
    stock: 'Change stock',
  },
}

export const approvalChatTexts = { id, en }
