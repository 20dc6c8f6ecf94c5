import type { ShownProduct } from '../../../src/catalog/find-product.ts'
import { type FilledSlots, listAdditions } from '../../../src/slots.ts'
import type { Button } from '../../telegram/message.ts'
import type { Language } from '../../texts/texts.ts'
import type { ShownVariant } from './product-lines.ts'

declare module '../../../src/slots.ts' {
  interface Slots {
    /**
     * Returns another way to buy a unit of a variant, as rows of buttons; empty if the variant is not sold that way.
     */
    productRows(product: ShownProduct, variant: ShownVariant, language: Language): Button[][]
  }
}

/** Returns the rows of buttons that modules add to a variant that can be ordered. */
export function moduleBuyButtons(
  app: { slots: FilledSlots },
  product: ShownProduct,
  variant: ShownVariant,
  language: Language,
): Button[][] {
  return listAdditions(app, 'productRows').flatMap(rowsOf => rowsOf(product, variant, language))
}
