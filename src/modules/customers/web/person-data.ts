import { Readable } from 'node:stream'
import { z } from 'zod'
import { defineDownload } from '../../../web/parts/download.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { makeMemberActor } from '../../../web/parts/visit.ts'
import { readCustomerData } from '../read-data.ts'

/** Downloads everything stored about one customer, to be handed to them. */
export const personData = defineDownload({
  path: '/dashboard/person-data',
  role: 'settings',
  input: z.object({ card: RowId }),
  async read(app, visit, { card }) {
    const data = await readCustomerData(app, card, makeMemberActor(visit))
    const body = Readable.from([JSON.stringify(data, null, 2)])
    return { name: `customer-${card}.json`, type: 'application/json', body }
  },
})
