export const productKinds = ['physical', 'service', 'digital'] as const
export type ProductKind = (typeof productKinds)[number]

/** The details that a customer is asked for before an order with this product. */
export const askedFields = ['note', 'phone', 'address'] as const
export type AskedField = (typeof askedFields)[number]

/** The details that are asked for, unless the seller says otherwise. */
export const defaultAsks: Record<ProductKind, AskedField[]> = {
  physical: ['phone', 'address'],
  service: ['phone'],
  digital: [],
}

/** How long a text for customers may be. */
export const shownTextMax = 600

/** The check of a column that lists what is asked for. */
export const askedFieldsCheck = "asks <@ '{note,phone,address}'::text[]"
