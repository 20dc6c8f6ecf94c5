export const productKinds = ['physical', 'service', 'digital'] as const
export type ProductKind = (typeof productKinds)[number]

/** The details that a product may require of a customer before an order. */
export const askedFields = ['note', 'phone', 'address'] as const
export type AskedField = (typeof askedFields)[number]

/** The details that are required unless the seller chooses otherwise. */
export const defaultAsks: Record<ProductKind, AskedField[]> = {
  physical: ['phone', 'address'],
  service: ['phone'],
  digital: [],
}

/** How long a text for customers may be. */
export const shownTextMax = 600

/** The check of a column that lists required details. */
export const askedFieldsCheck = "asks <@ '{note,phone,address}'::text[]"
