import { Migration } from '@mikro-orm/migrations'

/** An index that is created while others write to the table. */
export interface OnlineIndex {
  name: string
  table: string
  unique?: boolean
  /** The text that follows the table's name: `(account_id, created_at) where is_open`. */
  on: string
}

/**
 * Creates indexes on non-empty tables, or drops them. It does not use a transaction, which `concurrently` does not
 * allow; an index left incomplete by an interruption is dropped and created again. In a partitioned table
 * (`deploy/partition-*.sql`), each partition is indexed, and the parent adopts their indexes.
 */
export abstract class OnlineMigration extends Migration {
  abstract indexes(): OnlineIndex[]

  override isTransactional(): boolean {
    return false
  }

  override async up(): Promise<void> {
    for (const index of this.indexes()) await this.#make(index)
  }

  /** Returns the statements for tables that do not have rows yet. */
  listPlainQueries(): string[] {
    return this.indexes().map(index => this.#statement(index, `"${index.name}" on "${index.table}"`))
  }

  async #make(index: OnlineIndex): Promise<void> {
    const partitions = await this.partitionsOf(index.table)
    if (partitions === undefined) return this.#makeConcurrently(index)
    // An index on only the parent is invalid until every partition has its own.
    await this.execute(this.#statement(index, `if not exists "${index.name}" on only "${index.table}"`))
    for (const table of partitions) {
      const name = `${table}_${index.name}`.slice(0, nameBytesMax)
      await this.#makeConcurrently({ ...index, table, name })
      await this.execute(`alter index "${index.name}" attach partition "${name}"`)
    }
  }

  async #makeConcurrently(index: OnlineIndex): Promise<void> {
    const [found] = await this.execute(findIndex, [index.name])
    if (found?.valid === true) return
    if (found) await this.execute(`drop index concurrently "${index.name}"`)
    await this.execute(this.#statement(index, `concurrently "${index.name}" on "${index.table}"`))
  }

  #statement({ unique, on }: OnlineIndex, made: string): string {
    return `create ${unique ? 'unique ' : ''}index ${made} ${on}`
  }

  /**
   * Drops an index, if it exists. In a table that was partitioned later, the name is that of one partition's index; the
   * index of the whole table is dropped, which cannot be done `concurrently`.
   */
  protected async dropIndex(name: string): Promise<void> {
    const [whole] = await this.execute(findWholeIndex, [name])
    if (whole) await this.execute(`drop index ${whole.divided ? '' : 'concurrently'} ${whole.name}`)
  }

  /** Undefined for a table that is not partitioned. */
  protected async partitionsOf(table: string): Promise<string[] | undefined> {
    const [divided] = await this.execute(`select 1 from pg_class where oid = ?::regclass and relkind = 'p'`, [table])
    if (!divided) return undefined
    const rows = await this.execute(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = ?::regclass order by 1',
      [table],
    )
    return rows.map(row => String(row.name))
  }
}

const nameBytesMax = 63

const findWholeIndex = `
  with recursive up as (
    select to_regclass(?)::oid as index
    union all
    select i.inhparent from pg_inherits i join up on i.inhrelid = up.index)
  select c.oid::regclass::text as name, c.relkind = 'I' as divided from up join pg_class c on c.oid = up.index
  where not exists (select 1 from pg_inherits i where i.inhrelid = up.index)`

const findIndex = `
  select i.indisvalid as valid from pg_class c join pg_index i on i.indexrelid = c.oid
  where c.relname = ? and c.relnamespace = current_schema()::regnamespace`
