import type { Act } from './act.ts'
import { checkViews } from './check-views.ts'
import { openSimulatedShop } from './simulated-shop.ts'

/** The number of acts between two checks of all views. */
const looksEvery = 30

/** Performs the acts in a new shop. Returns the first difference of a view or an answer from the model; or null. */
export async function runMonth(acts: Act[]): Promise<string | null> {
  const simulated = await openSimulatedShop()
  const { app } = simulated.shop
  const firstDay = app.calendar.formatDay(app.now())
  try {
    for (const [at, act] of acts.entries()) {
      await simulated.perform(act).catch((error: Error) => {
        throw new Error(`Act ${at}, ${JSON.stringify(act)}: ${error.message}`)
      })
      if (at % looksEvery === looksEvery - 1) await checkViews(simulated, firstDay)
    }
    await checkViews(simulated, firstDay)
    return null
  } catch (error) {
    const { message, expected, actual } = error as Error & { expected?: unknown; actual?: unknown }
    return actual === undefined ? message : `${message}\n${JSON.stringify({ expected, actual }, null, 1)}`
  } finally {
    await simulated.close()
  }
}
