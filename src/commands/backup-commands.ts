import type { Config } from '../config.ts'
import { backUp } from '../database/back-up.ts'
import { restoreBackup } from '../database/restore.ts'
import { refuseField } from '../lib/refusal.ts'
import type { CommandArgs, FolderCommands } from './command.ts'

/** These commands work on the data folder directly; the shop need not be running. */
export const backupCommands = {
  backup: {
    usage: 'backup FILE [--without-secret]   - while the shop runs, or when it does not',
    options: { 'without-secret': { type: 'boolean' } },
    runOnFolder: backUpByHand,
  },
  restore: { usage: 'restore FILE   - stop the shop first', runOnFolder: restoreByHand },
} satisfies FolderCommands

async function backUpByHand(config: Config, { words, options }: CommandArgs): Promise<string[]> {
  const file = readArchiveName(words)
  const { has_secret } = await backUp(config, {
    file,
    withSecret: options['without-secret'] !== true,
    withGoods: true,
  })
  return [
    `${file} holds the database and the goods.`,
    has_secret
      ? 'It holds secret.key too: whoever has the file can open what is sealed in it, so keep it as you keep the key.'
      : 'It does not hold the secret: keep SECRET_KEY (or DATA_DIR/secret.key) too, without it the backup ' +
        'cannot be used.',
  ]
}

async function restoreByHand(config: Config, { words }: CommandArgs): Promise<string[]> {
  const { manifest, setAside } = await restoreBackup(config, readArchiveName(words))
  return [
    `The backup of ${manifest.made_at} is in place.`,
    ...setAside.map(place => `What was there before is ${place}.`),
    ...(manifest.has_secret ? [] : ['It came without the secret: SECRET_KEY must be the one of that time.']),
  ]
}

function readArchiveName([file]: string[]): string {
  if (!file) throw refuseField('FILE', 'is the archive, such as warung-2026-11-21.tar.gz', 'missing')
  return file
}
