declare module '../slots.ts' {
  interface Slots {
    /** How a price in Telegram Stars is asked for. While no module fills it, variants are not priced in Stars. */
    starPrices: Record<'id' | 'en', StarPriceTexts>
  }
}

export interface StarPriceTexts {
  /** The button that asks for it. */
  price: string
  now(stars: number): string
  ask(name: string, stars: number | null): string
  /** The answer to a price that cannot be set. */
  wrong: string
}
