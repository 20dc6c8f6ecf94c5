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

/** The maximum length of a text for customers. */
export const shownTextMax = 600

/** The check constraint of a column that lists required details. */
export const askedFieldsCheck = "asks <@ '{note,phone,address}'::text[]"
