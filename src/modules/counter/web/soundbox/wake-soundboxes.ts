import type { Reaction } from '../../../../events/announce.ts'

/** The channel of `Wake` for new orders; money has one of the core. */
export const soundboxChannel = 'soundboxes'

/** The reaction to a new order: the soundboxes read it at once. */
export const wakeSoundboxes: Reaction = async tx => tx.wake(soundboxChannel)
