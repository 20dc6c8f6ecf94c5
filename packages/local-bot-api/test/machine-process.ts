import http from 'node:http'
import { connectDatabase } from '../src/lib/database.ts'
import { createDoor } from '../src/lib/door.ts'
import { createOutbound } from '../src/lib/outbound.ts'
import { createLocalBotApi } from '../src/local-bot-api.ts'
import { silentLog } from './silent.ts'

// Runs a local Bot API in a separate process, so that a test can kill it: `node machine-process.ts PORT CONNECTION`.
const port = Number(process.argv[2])
const sql = connectDatabase(JSON.parse(process.argv[3]!))
const url = `http://127.0.0.1:${port}/telegram`
const api = await createLocalBotApi({ sql, url, log: silentLog, door: createDoor({ url }), outbound: createOutbound() })
http
  .createServer((req, res) => {
    req.url = req.url!.slice('/telegram'.length)
    api.handle(req, res)
  })
  .listen(port, '127.0.0.1', () => process.send!('ready'))
