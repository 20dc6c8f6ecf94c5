/**
 * The delivery fees in whole rupiah: a single one, or one per zone by id. The script of the cart is checked against
 * this type, too.
 */
export type DeliveryFees = { everywhere: number; zones?: undefined } | { zones: Record<string, number> }
