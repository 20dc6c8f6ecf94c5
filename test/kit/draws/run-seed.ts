import { randomInt } from 'node:crypto'

/** Returns the seed of all random values of this run: TEST_SEED, which is chosen and set if it is unset. */
export function runSeed(): string {
  process.env.TEST_SEED ??= String(randomInt(1_000_000_000))
  return process.env.TEST_SEED
}
