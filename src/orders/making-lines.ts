import type { Loaded } from '@mikro-orm/core'
import { formatRupiah } from '../lib/money.ts'
import { type MakingShare, reconcileMakings } from './cart/reconcile.ts'
import type { OrderItem } from './order.ts'
import type { OrderItemMaking } from './order-item-making.ts'

type Language = 'id' | 'en'
const plain: Record<Language, string> = { id: 'tanpa opsi', en: 'without options' }

/**
 * Describes the options of an item's units, identical ones in one line: `2 × Besar +Rp 5.000, Susu oat`. Without a
 * number if all are identical, and empty without options.
 */
export function describeMakings(
  item: Loaded<OrderItem, 'makings'>,
  language: Language,
  prices: 'prices' | 'names',
): string[] {
  const shares = groupShares(item)
  if (shares.every(({ making }) => making === null)) return []
  return shares.map(({ making, quantity }) => {
    const named = making?.choices.map(({ optionName, price }) =>
      prices === 'prices' && price > 0 ? `${optionName} +${formatRupiah(price)}` : optionName,
    )
    const told = named?.join(', ') ?? plain[language]
    return shares.length === 1 ? told : `${quantity} × ${told}`
  })
}

/** Returns the options of an item's units, identical ones together. */
export function groupShares({ quantity, makings }: Loaded<OrderItem, 'makings'>): MakingShare<OrderItemMaking>[] {
  return reconcileMakings(quantity, [...makings])
}
