import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MikroORM } from '@mikro-orm/postgresql'
import { botEntities } from '../bot/entities.ts'
import { entities } from '../src/app.ts'
import { ormOptions } from '../src/database/open.ts'
import { startEmbeddedPostgres } from '../src/embedded/embedded-postgres.ts'

/** `npm run migration`: writes the first migration anew from the entities. Nothing is released, so there is only one. */
const name = 'Migration20261121000000_create_tables'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-migration-'))
const server = await startEmbeddedPostgres({ dir })
try {
  const orm = await MikroORM.init(
    ormOptions(server.connection, { poolMax: 1, entities: [...entities, ...botEntities] }),
  )
  const sql = await orm.schema.getCreateSchemaSQL({ wrap: false })
  await orm.close()
  fs.writeFileSync(path.join(import.meta.dirname, `${name}.ts`), sourceOf(sql))
} finally {
  await server.stop()
  fs.rmSync(dir, { recursive: true })
}

function sourceOf(sql: string): string {
  return `import { Migration } from '@mikro-orm/migrations'

/** Generated from the entities by \`npm run migration\`. */
export class ${name} extends Migration {
  override up() {
    // Searches: both come with PostgreSQL and may be created by the owner of a database.
    this.addSql('create extension if not exists pg_trgm')
    this.addSql('create extension if not exists btree_gin')
    this.addSql(\`
${quoted(readable(sql))}\`)
  }
}
`
}

// A column a line, and room between the tables.
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
