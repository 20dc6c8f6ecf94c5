import { gatherWork } from '../../src/lib/gather.ts'
import { serveBare } from './bare-server.ts'

/* Sends the same statements, those of requests that come at once together, and does nothing around them. */
await serveBare('bench-gathering', (send, wants) =>
  gatherWork(send, { flights: 2, piecesMax: 64, waitsForTurn: true, ...(wants && { wants }) }),
)
