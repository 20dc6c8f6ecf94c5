import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { applyMutant, type Mutant } from './mutant.ts'

/** A copy of the project for mutants, so that the project is unchanged even if the run fails. */
export interface Workshop {
  dir: string
  source(file: string): string
  put(mutant: Mutant): void
  takeBack(mutant: Mutant): void
  close(): void
}

const prefix = 'warung-mutants-'

/** Copies what git tracks or would track. Installed packages are shared, because they are not written to. */
export function openWorkshop(): Workshop {
  const root = process.cwd()
  const dir = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), prefix))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !fs.existsSync(path.join(root, file))) continue
    fs.mkdirSync(path.join(dir, path.dirname(file)), { recursive: true })
    fs.copyFileSync(path.join(root, file), path.join(dir, file))
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'))
  // The project may change during the run, so the originals are read once.
  const originals = new Map<string, string>()
  const original = (file: string) => {
    const known = originals.get(file) ?? fs.readFileSync(path.join(dir, file), 'utf8')
    originals.set(file, known)
    return known
  }
  return {
    dir,
    source: original,
    put: mutant => fs.writeFileSync(path.join(dir, mutant.file), applyMutant(original(mutant.file), mutant)),
    takeBack: ({ file }) => fs.writeFileSync(path.join(dir, file), original(file)),
    close: () => fs.rmSync(dir, { recursive: true, force: true }),
  }
}
