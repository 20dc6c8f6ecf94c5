import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeChildEnv } from './child-env.ts'

/** Builds a package as `npm publish` would, and returns the name of the file, which is in `folder`. */
export async function packPackage(source: string, folder: string): Promise<string> {
  // `npm run` passes the shop's own ignore-scripts on, but packing needs a script.
  const args = ['pack', '--json', '--ignore-scripts=false', '--pack-destination', folder]
  // The machine's own Node may be too old.
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: source,
    env: { ...process.env, ...makeChildEnv(), PATH },
  })
  // The build prints lines before the list.
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  return filename
}
