import type { Act } from './act.ts'
import { checkViews } from './check-views.ts'
import { openSimulatedShop } from './simulated-shop.ts'
import { drawWorld } from './world.ts'

/** The number of acts between two checks of all views. */
const looksEvery = 30

/**
 * Performs the acts in a new shop, which this seed draws. Returns the first difference of a view or an answer from the
 * model; or null.
 */
export async function runMonth(seed: number, acts: Act[]): Promise<string | null> {
  const simulated = await openSimulatedShop(drawWorld(seed))
  try {
    for (const [at, act] of acts.entries()) {
      await simulated.perform(act).catch((error: Error) => {
        error.message = `Act ${at}, ${JSON.stringify(act)}: ${error.message}`
        throw error
      })
      if (at % looksEvery === looksEvery - 1) await checkViews(simulated)
    }
    await checkViews(simulated)
    return null
  } catch (error) {
    const { message, expected, actual } = error as Error & { expected?: unknown; actual?: unknown }
    return actual === undefined ? message : `${message}\n${JSON.stringify({ expected, actual }, null, 1)}`
  } finally {
    await simulated.close()
  }
}
