import { Refusal } from '../refusal.ts'

/** Returns the result, or null if the look-up is refused as `not_found`. */
export async function nullIfNotFound<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
