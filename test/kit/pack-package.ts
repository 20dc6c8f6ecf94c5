import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { childEnv } from './child-env.ts'

/** Builds what `npm publish` would publish of a package, and returns the name of the file, which is in `folder`. */
export async function packPackage(source: string, folder: string): Promise<string> {
  // `npm run` hands the shop's own ignore-scripts down, and packing is a script.
  const args = ['pack', '--json', '--ignore-scripts=false', '--pack-destination', folder]
  // The machine's own Node may be an old one.
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: source,
    env: { ...process.env, ...childEnv(), PATH },
  })
  // The build writes lines before the list.
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  return filename
}
