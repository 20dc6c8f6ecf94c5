// Separate from the entities, without which the thread that reads catalogue files starts twice as fast.

/** The maximum number of option groups of a product. */
export const groupsMax = 20
/** The maximum number of options in a group. */
export const optionsMax = 30
export const optionPriceMax = 100_000_000
