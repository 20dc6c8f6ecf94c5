import { expect, test } from 'vitest'
import { writeSecrets } from '../../../src/modules/archive/write-secrets.ts'

test('an installation without webhooks lists the endpoints of an archive as refused', async () => {
  const none = { webhookSecrets: [], connections: [], members: [], bots: [] }
  const secrets = { ...none, endpoints: [{}], endpointLabels: ['https://toko.example (live)'] }
  const { endpoints, refused } = await writeSecrets({ slots: {} } as never, {} as never, 1, secrets)
  expect({ endpoints, refused }).toEqual({
    endpoints: [],
    refused: ['https://toko.example (live): there are no webhooks here'],
  })
})
