import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedDatabase } from '../../src/embedded/embedded-database.ts'
import { DataFolderError, FolderInUse, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'

let parent: string

beforeAll(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-database-'))
  fs.chmodSync(parent, 0o711)
})

afterAll(() => fs.rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))

describe("the shop's embedded database", () => {
  test('a start continues in the background, and reports failures to its callers', async () => {
    const dataDir = path.join(parent, 'begun')
    const { serves } = (await startEmbeddedDatabase({ databaseUrl: undefined, dataDir }))!
    // The folder is being created, but no caller has waited for that.
    expect(fs.existsSync(path.join(dataDir, 'postgres', 'data'))).toBe(false)
    const server = await serves
    try {
      const client = new pg.Client(server.connection)
      await client.connect()
      expect((await client.query('select current_user, current_database() as name')).rows).toEqual([
        { current_user: 'warung', name: 'warung' },
      ])
      await client.end()
      // A folder in use is reported at once, without starting anything.
      const refusal = await startEmbeddedDatabase({ databaseUrl: undefined, dataDir }).catch(error => error)
      expect(refusal).toBeInstanceOf(FolderInUse)
      expect(refusal.message).toMatch(/DATA_DIR.*DATABASE_URL/s)
      expect(await startEmbeddedDatabase({ databaseUrl: 'postgres://elsewhere', dataDir })).toBeUndefined()
    } finally {
      await server.stop()
    }
  })

  test('damaged data names the command that restores a backup', async () => {
    const dir = path.join(parent, 'damaged')
    fs.mkdirSync(path.join(dir, 'data'), { recursive: true })
    const refusal = await startEmbeddedPostgres({ dir }).catch(error => error)
    expect(refusal).toBeInstanceOf(DataFolderError)
    expect(refusal.message).toContain('npm run warung -- restore')
  })
})
