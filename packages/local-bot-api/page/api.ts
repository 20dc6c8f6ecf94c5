import type { ControlReads, ControlWrites } from '../src/lib/page-json.ts'
import { t } from './words.ts'

/** The calls of this machine's control that the page makes; addresses are relative to the page. */

type Read = keyof ControlReads

export async function fetchJson<Path extends Read>(path: Path | `${Path}?${string}`): Promise<ControlReads[Path]> {
  const answer = await fetch(`control/${path}`)
  return readAnswer(answer)
}

export async function postJson<Path extends keyof ControlWrites>(
  path: Path,
  body: object,
): Promise<ControlWrites[Path]> {
  const answer = await fetch(`control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return readAnswer(answer)
}

async function readAnswer(answer: Response) {
  if (answer.status === 401) await askForKey()
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error ?? `status ${answer.status}`)
  return body
}

// Asks for the key. On an address that the internet can reach, the control requires one; it is stored in a cookie that
// scripts cannot read.
async function askForKey() {
  const key = window.prompt(t.askKey)?.trim()
  if (!key) return
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('control/key', { method: 'POST', headers, body: JSON.stringify({ key }) })
  if (answer.ok) location.reload()
}

/** Returns a file's address on the page's own origin, whichever host name the browser uses. */
export function fileAddress<Url extends string | null | undefined>(url: Url) {
  const at = url?.indexOf('/control/files/') ?? -1
  return at < 0 ? url : (url!.slice(at + 1) as Url)
}

/** A file in the format that the control accepts. */
export interface SentFile {
  name: string
  base64: string
  emoji?: string
  duration?: number
}

export async function encodeFile(file: File): Promise<SentFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768))
  return { name: file.name, base64: btoa(binary) }
}
