import fs from 'node:fs'
import path from 'node:path'
import type { Ground } from './machine.ts'
import { deployFolder, type Programs } from './programs.ts'

/**
 * The name of the machine that stores the backups, and of its certificate. pgbackrest.conf does not let any other
 * machine read a node.
 */
export const backupMachine = 'backup'

/** Returns the environment of pgBackRest and the programs of `deploy/` on every machine. */
export function makeArchiveEnv(ground: Ground, programs: Programs, machine: string): Record<string, string> {
  return {
    PATH: `${deployFolder}:${programs.postgresFolder}:${path.dirname(programs.pgbackrest)}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    PGBACKREST_CONFIG: path.join(deployFolder, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: path.join(ground.folder, 'archive'),
    PGBACKREST_LOCK_PATH: path.join(ground.folder, `locks-of-${machine}`),
    PGBACKREST_SPOOL_PATH: path.join(ground.folder, `spool-of-${machine}`),
  }
}

/** Returns the environment of the server through which the backup reads a node. */
export function makeReaderEnv(ground: Ground, address: string, password: string): Record<string, string> {
  return {
    PGHOST: address,
    PGUSER: 'postgres',
    PGPASSWORD: password,
    PGBACKREST_TLS_SERVER_ADDRESS: address,
    PGBACKREST_TLS_SERVER_CA_FILE: certificate(ground, 'authority.crt'),
    PGBACKREST_TLS_SERVER_CERT_FILE: certificate(ground, `${address}.crt`),
    PGBACKREST_TLS_SERVER_KEY_FILE: certificate(ground, `${address}.key`),
  }
}

/** Returns the environment of the machine that stores the backups. */
export function backupEnv(ground: Ground, nodes: { address: string; dataFolder: string }[]): Record<string, string> {
  return Object.fromEntries(
    nodes.flatMap(({ address, dataFolder }, index) =>
      Object.entries({
        HOST: address,
        HOST_TYPE: 'tls',
        HOST_CA_FILE: certificate(ground, 'authority.crt'),
        HOST_CERT_FILE: certificate(ground, `${backupMachine}.crt`),
        HOST_KEY_FILE: certificate(ground, `${backupMachine}.key`),
        PATH: dataFolder,
      }).map(([name, value]) => [`PGBACKREST_PG${index + 1}_${name}`, value]),
    ),
  )
}

export async function makeCertificates(ground: Ground, programs: Programs, addresses: string[]): Promise<void> {
  const folder = certificate(ground, '')
  fs.mkdirSync(folder)
  fs.chmodSync(folder, 0o777)
  await ground.runOnServer(backupMachine, {
    name: 'certificates',
    command: ['make-certificates.sh', folder, ...addresses, backupMachine],
    env: makeArchiveEnv(ground, programs, backupMachine),
  })
}

function certificate(ground: Ground, name: string): string {
  return path.join(ground.folder, 'certificates', name)
}
