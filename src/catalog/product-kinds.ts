export const productKinds = ['physical', 'service', 'digital'] as const
export type ProductKind = (typeof productKinds)[number]

/** The details that a product may require of a customer before an order. */
export const requiredDetailNames = ['note', 'phone', 'address'] as const
export type RequiredDetail = (typeof requiredDetailNames)[number]

/** The details that are required unless the seller chooses otherwise. */
export const defaultRequiredDetails: Record<ProductKind, RequiredDetail[]> = {
  physical: ['phone', 'address'],
  service: ['phone'],
  digital: [],
}

/** The maximum length of a text for customers. */
export const shownTextMax = 600

/** The check constraint of a column that lists required details. */
export const requiredDetailsCheck = "asks <@ '{note,phone,address}'::text[]"
