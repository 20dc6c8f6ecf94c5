/** How long the answer of a press waits for the words of its handler: on a busy machine too they come in time. */
export const patienceMs = 12_000
