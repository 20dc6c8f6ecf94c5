import { gatherWork } from '../../src/lib/gather.ts'
import { serveBare } from './bare-server.ts'

/* Sends the statements of simultaneous requests together, and nothing else. */
await serveBare('bench-gathering', (send, wants) =>
  gatherWork(send, { flights: 2, piecesMax: 64, waitsForTurn: true, ...(wants && { wants }) }),
)
