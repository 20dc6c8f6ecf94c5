import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const versions = '/usr/lib/postgresql'

/** The server and client programs of a PostgreSQL on this machine besides the embedded one; undefined without one. */
export const installedServer: string | undefined = (fs.existsSync(versions) ? fs.readdirSync(versions) : [])
  .map(name => path.join(versions, name, 'bin'))
  .filter(bin =>
    ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'createdb'].every(name => fs.existsSync(path.join(bin, name))),
  )
  .findLast(bin => Number(path.basename(path.dirname(bin))) >= 15)

export interface InstalledServer {
  url: string
  /** Restores a dump into a separate database; returns its address. */
  restore(dump: string): Promise<string>
  stop(): Promise<void>
}

/** Starts the installed PostgreSQL as a user other than root, as it requires. */
export async function startInstalledServer(folder: string): Promise<InstalledServer> {
  const data = path.join(folder, 'data')
  fs.mkdirSync(folder, { recursive: true })
  run('initdb', '-D', data, '-U', 'warung', '--auth=trust')
  const options = `-c listen_addresses='' -c unix_socket_directories='${folder}'`
  run('pg_ctl', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start')
  const address = (name: string) => `postgres://warung@localhost/${name}?host=${encodeURIComponent(folder)}`
  return {
    url: address('postgres'),
    async restore(dump) {
      run('createdb', '-h', folder, '-U', 'warung', 'back')
      run('pg_restore', '-h', folder, '-U', 'warung', '-d', 'back', dump)
      return address('back')
    },
    async stop() {
      run('pg_ctl', '-D', data, '-m', 'fast', 'stop')
    },
  }
}

function run(program: string, ...args: string[]): void {
  const command = [path.join(installedServer!, program), ...args]
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
  const [file, ...rest] = process.getuid?.() === 0 ? [...namespace, ...command] : command
  execFileSync(file!, rest, { stdio: ['ignore', 'ignore', 'pipe'] })
}
