import type { Config } from '../config.ts'
import { readDemo } from './demo.ts'

/** The test key that the documents fill in; empty where strangers can come, as the home page has no doors there. */
export function shownDemoKey(
  { production, demoIsPublic, roles }: Pick<Config, 'production' | 'demoIsPublic' | 'roles'>,
  file: string,
): string {
  if (production || demoIsPublic || !roles.has('sandbox')) return ''
  return readDemo(file)?.api_key ?? ''
}
