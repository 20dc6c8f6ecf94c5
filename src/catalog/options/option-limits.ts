// The thread that reads catalogue files needs these, and starts twice as fast without the entities.

/** The limit of a product's groups. */
export const groupsMax = 20
/** The limit of a group's options. */
export const optionsMax = 30
export const optionPriceMax = 100_000_000
