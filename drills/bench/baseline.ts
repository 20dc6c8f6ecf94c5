import { serveBare } from './bare-server.ts'

/* The reference to beat: the statements, prepared, in one round trip for each request. */
await serveBare('bench-baseline', send => async asked => (await send([asked]))[0])
