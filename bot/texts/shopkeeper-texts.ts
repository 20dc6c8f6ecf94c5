import type { Language } from './texts.ts'

const id = {
  reviews: {
    title: 'Ulasan pembeli',
    none: 'Belum ada ulasan.',
    one: '⭐ Ulasan baru',
    average: (average: string, count: number) => `Rata-rata ${average} dari ${count} ulasan`,
    wordless: 'Tanpa kata-kata.',
  },
}

export type ShopkeeperTexts = typeof id

const en: ShopkeeperTexts = {
  reviews: {
    title: 'Customer reviews',
    none: 'No reviews yet.',
    one: '⭐ New review',
    average: (average, count) => `${average} on average from ${count} ${count === 1 ? 'review' : 'reviews'}`,
    wordless: 'No words.',
  },
}

/** What merchants read of the newer parts of their shop: reviews, coupons, broadcasts, hours. */
export const shopkeeperTexts: Record<Language, ShopkeeperTexts> = { id, en }
