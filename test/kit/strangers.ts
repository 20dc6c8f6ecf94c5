// Strangers from twenty addresses, each time with new browsers; six rounds take an hour.
const hostileAddresses = 20
export const roundCount = Number(process.env.WARUNG_ROUNDS ?? 2)

/** Returns how much strangers of all addresses get, in turns. */
export async function grabAll(grab: (address: string) => Promise<unknown>): Promise<number> {
  let taken = 0
  for (let isOver = false; !isOver; ) {
    const tries = Array.from({ length: hostileAddresses }, (_, at) => grab(`hostile ${at}`).then(() => taken++))
    const results = await Promise.allSettled(tries)
    isOver = results.every(({ status }) => status === 'rejected')
  }
  return taken
}

/** Runs five at a time: on a busy machine a longer queue for one row exceeds its lock timeout. */
export async function runFiveAtOnce<Result>(count: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < count) results.push(...(await Promise.all(Array.from({ length: 5 }, run))))
  return results
}

/**
 * Returns how many strangers' requests were answered while an honest guest waited, who came after the first of them.
 */
export async function countAnsweredBefore(grab: (address: string) => Promise<unknown>, honest: () => Promise<unknown>) {
  let answered = 0
  const firstOfAll = Promise.withResolvers<void>()
  const crowd = Array.from({ length: hostileAddresses * 4 }, (_, at) =>
    grab(`crowd ${at % hostileAddresses}`)
      .catch(() => {})
      .finally(() => {
        answered++
        if (answered === hostileAddresses * 2 + 3) firstOfAll.resolve()
      }),
  )
  await firstOfAll.promise
  const before = answered
  await honest()
  const during = answered - before
  await Promise.all(crowd)
  return during
}
