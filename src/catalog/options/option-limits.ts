// The thread that reads catalogue files needs these, and starts twice as fast without the entities.

/** Groups of one product. */
export const groupsMax = 20
/** Options of one group. */
export const optionsMax = 30
export const optionPriceMax = 100_000_000
