import http from 'node:http'
import { createLocalBotApi } from '../../../bot/local/local-bot-api.ts'
import { connectDatabase } from '../../../src/database/open.ts'
import { createOutbound } from '../../../src/lib/outbound.ts'
import { localDoor } from '../../kit/local-door.ts'
import { silent } from './silent.ts'

// A local Bot API as a process of its own, so that a test can kill it: `node machine-process.ts PORT CONNECTION ALLOW`.
const port = Number(process.argv[2])
const { sql } = await connectDatabase(JSON.parse(process.argv[3]!), { poolMax: 8, entities: [] })
const url = `http://127.0.0.1:${port}/telegram`
const outbound = createOutbound({ allow: [process.argv[4]!] })
const door = localDoor(url)
const api = await createLocalBotApi({ sql, url, log: silent, door, outbound })
http
  .createServer((req, res) => {
    req.url = req.url!.slice('/telegram'.length)
    api.handle(req, res)
  })
  .listen(port, '127.0.0.1', () => process.send!('ready'))
