import type { Act } from './act.ts'
import { checkViews } from './check-views.ts'
import { openSimulatedShop } from './simulated-shop.ts'
import { drawWorld } from './world.ts'

/** The number of acts between two checks of all views. */
const looksEvery = 30

/** The first difference of a view or an answer from the model, and the number of acts up to it. */
export interface Difference {
  message: string
  acts: number
}

/** Performs the acts in a new shop, which this seed draws. Returns null if every view agrees with the model. */
export async function runMonth(seed: number, acts: readonly Act[]): Promise<Difference | null> {
  const simulated = await openSimulatedShop(drawWorld(seed))
  let done = 0
  try {
    for (const act of acts) {
      done++
      await simulated.perform(act).catch((error: Error) => {
        error.message = `Act ${done}, ${JSON.stringify(act)}: ${error.message}`
        throw error
      })
      if (done % looksEvery === 0) await checkViews(simulated, done % (2 * looksEvery) === 0)
    }
    await checkViews(simulated, true)
    return null
  } catch (error) {
    const { message, expected, actual } = error as Error & { expected?: unknown; actual?: unknown }
    const details = actual === undefined ? '' : `\n${JSON.stringify({ expected, actual }, null, 1)}`
    return { message: message + details, acts: done }
  } finally {
    await simulated.close()
  }
}
