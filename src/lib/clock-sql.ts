/** Twice a second outside production; the table is the sandbox's, and no entity describes it. */
export const offsetSql = 'select offset_ms from sandbox.clock'
