import type { Config } from '../config.ts'
import { readDemo } from './demo.ts'

/** Returns the test key that the documents fill in; empty if strangers can reach the demo. */
export function chooseShownDemoKey(
  { production, demoIsPublic, roles }: Pick<Config, 'production' | 'demoIsPublic' | 'roles'>,
  file: string,
): string {
  if (production || demoIsPublic || !roles.has('sandbox')) return ''
  return readDemo(file)?.api_key ?? ''
}
