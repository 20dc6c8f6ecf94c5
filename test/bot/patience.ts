/**
 * How long the answer to a press waits for the text of its handler: long enough even on a busy machine.
 */
export const patienceMs = 12_000
