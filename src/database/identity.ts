import { p } from '@mikro-orm/core'

/** The id of a row, which the database counts. */
export const identity = () => p.bigint('number').primary().generated('identity')
