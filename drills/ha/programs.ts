import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/** The folder of the shipped files, which run here unchanged. */
export const deployFolder = path.join(root, 'deploy')

export interface Programs {
  etcd: string
  haproxy: string
  pgbackrest: string
  patroni: string
  /** PostgreSQL's own folder of programs: Patroni needs pg_basebackup and pg_rewind, which the embedded one lacks. */
  postgresFolder: string
}

/** Returns the file of a program, if it is installed. */
export function findOnPath(name: string): string | undefined {
  // Servers are in /usr/sbin, which is not on every user's path.
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => path.join(folder, name)).find(file => fs.existsSync(file))
}

/** Finds the programs of the drill; throws a list of the missing ones, with instructions for installing them. */
export function findPrograms(): Programs {
  const missing: string[] = []
  const need = (name: string, file: string | undefined) => {
    if (file === undefined) missing.push(name)
    return file ?? ''
  }
  const programs = {
    etcd: need('etcd', findOnPath('etcd')),
    haproxy: need('haproxy', findOnPath('haproxy')),
    pgbackrest: need('pgbackrest', findOnPath('pgbackrest')),
    patroni: need('Patroni 4 or newer', findPatroni()),
    postgresFolder: need('a PostgreSQL with pg_basebackup and pg_rewind', findPostgres()),
  }
  if (process.getuid?.() !== 0) {
    missing.push('root: every machine of the drill has a /run/postgresql of its own, and its servers run as postgres')
  }
  if (missing.length > 0) {
    const list = missing.map(name => `  - ${name}\n`).join('')
    throw new Error(`The drill needs what is not here:\n${list}On Debian, as root: bash drills/ha/install.sh`)
  }
  return programs
}

function findPatroni(): string | undefined {
  const file = [path.join(root, '.cache/patroni/bin/patroni'), findOnPath('patroni')].find(
    name => name !== undefined && fs.existsSync(name),
  )
  if (!file) return undefined
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' })
  return Number(/\d+/.exec(version)?.[0]) >= 4 ? file : undefined
}

function findPostgres(): string | undefined {
  const folder = '/usr/lib/postgresql'
  const versions = fs.existsSync(folder) ? fs.readdirSync(folder).sort((one, other) => Number(other) - Number(one)) : []
  return versions
    .map(version => path.join(folder, version, 'bin'))
    .find(bin => ['postgres', 'pg_basebackup', 'pg_rewind'].every(name => fs.existsSync(path.join(bin, name))))
}
