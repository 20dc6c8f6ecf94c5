/**
 * The fees of delivery in whole rupiah: one for everywhere, or one for each zone by its id. The script of the cart is
 * checked against this type, too.
 */
export type DeliveryFees = { everywhere: number; zones?: undefined } | { zones: Record<string, number> }
