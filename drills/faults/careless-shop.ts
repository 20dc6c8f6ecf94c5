// A shop with the mistake that Warung avoids by design. A payment is settled in one transaction, and its consequences
// are written in another, a moment later, from memory. The kill test must find what is lost.
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { connectDatabase } from '../../src/database/open.ts'
import type { Event } from '../../src/events/announce.ts'
import { reactions } from '../../src/reactions.ts'
import { allEntities } from '../../test/kit/entities.ts'

const momentMs = 200
const triesMax = 20

const planned = reactions['payment.paid']
const database = await connectDatabase(
  { connectionString: readConfig(process.env).databaseUrl! },
  { poolMax: 2, entities: allEntities },
)
reactions['payment.paid'] = [
  async (_tx, events) => {
    void reactLater(events)
  },
]

async function reactLater(events: Event<'payment.paid'>[]): Promise<void> {
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    await pause(momentMs)
    try {
      await database.transaction('installation', async tx => {
        for (const react of planned) await react(tx, events, { reactions })
      })
      return
    } catch {
      // The transaction is not committed yet, or the database is unavailable: this shop only knows that it has to try
      // again.
    }
  }
}

await import('./shop.ts')
