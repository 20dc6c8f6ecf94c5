import type { App } from '../../needs.ts'
import { createCompatKey } from './create-compat-key.ts'
import { findCaller } from './find-caller.ts'

/** Returns the demo's key for the SDKs of other gateways: the one in its file, or a new one if that no longer works. */
export async function openDemoKey(
  app: App,
  accountId: number,
  demo: { compat_key?: string } | null,
): Promise<{ compat_key: string }> {
  const earlier = demo?.compat_key
  if (earlier && (await findCaller(app, earlier))) return { compat_key: earlier }
  return { compat_key: await createCompatKey(app, { accountId, mode: 'test', label: 'Demo' }) }
}
