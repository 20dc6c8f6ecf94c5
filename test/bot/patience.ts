/**
 * The time for which the answer to a press waits for the text of its handler, which is enough even on a busy machine.
 */
export const patienceMs = 12_000
