import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { botEntities } from '../bot/entities.ts'
import { entities } from '../src/app.ts'
import { migrationsFolder, snapshotOptions } from '../src/database/migrate.ts'
import { buildOrmOptions } from '../src/database/open.ts'
import { readOwnVersion } from '../src/database/version.ts'
import { startEmbeddedPostgres } from '../src/embedded/embedded-postgres.ts'
import { readSnapshot } from './read-snapshot.ts'
import { releaseMigrations } from './released.ts'

/**
 * `npm run migration NAME`: writes the difference between the entities and `snapshot.json` as a new migration, for a
 * person to review, and updates the snapshot. `npm run migration -- --release` is part of releasing a version: existing
 * migrations never change afterwards.
 */
const [name] = process.argv.slice(2)
if (name === '--release') {
  const added = releaseMigrations(readOwnVersion().version)
  process.stdout.write(`${added.join('\n') || 'Every migration is released already.'}\n`)
  process.exit()
}
if (name === undefined || !/^[a-z][a-z0-9_]{2,60}$/.test(name)) {
  fail('A migration is named by what it does, in small letters: npm run migration add_menu_pages')
}

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-migration-'))
const server = await startEmbeddedPostgres({ dir })
try {
  const orm = await MikroORM.init({
    ...buildOrmOptions(server.connection, { poolMax: 1, entities: [...entities, ...botEntities] }),
    extensions: [Migrator],
    migrations: snapshotOptions,
  })
  // MikroORM's own migration writer splits functions.
  const migrator = orm.migrator as unknown as Snapshots
  const fromSchema = await readSnapshot(orm)
  const { up } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false, fromSchema })
  if (up.trim() === '') throw new Error('The entities say nothing that the snapshot does not have.')
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  write(`Migration${now}_${name}`, up)
  await migrator.storeCurrentSchema()
  await orm.close()
} catch (error) {
  // The server of this run must be stopped.
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await server.stop()
  fs.rmSync(dir, { recursive: true })
}

interface Snapshots {
  storeCurrentSchema(): Promise<void>
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function write(className: string, sql: string): void {
  fs.writeFileSync(
    path.join(migrationsFolder, `${className}.ts`),
    `import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by \`npm run migration\`. */
export class ${className} extends Migration {
  override up() {
    this.addSql(\`
${quoted(readable(sql))}\`)
  }
}
`,
  )
  process.stdout.write(`migrations/${className}.ts\n`)
}

// Puts each column on its own line, and an empty line between tables.
function readable(sql: string): string {
  return sql
    .trim()
    .split('\n')
    .map(line =>
      line.startsWith('create table') ? `\n${line.replace(' (', ' (\n  ').replaceAll(', "', ',\n  "')}` : line,
    )
    .join('\n')
    .replaceAll('\n\n\n', '\n\n')
}

function quoted(sql: string): string {
  return sql.replaceAll(/[`\\]|\$(?=\{)/g, '\\$&')
}
