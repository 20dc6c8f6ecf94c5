import { gunzipSync, gzipSync } from 'node:zlib'
import type { Html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { hiddenField } from '../../../web/parts/forms.ts'

/** The maximum number of characters of a 5 MiB file in a field: an incompressible one grows by a third in base64. */
export const uploadedCharactersMax = 7 * 1024 * 1024

/** Packs a file into the field `brought`, so that a previewed file can be used without choosing it again. */
export function renderUploadedField(bytes: Uint8Array): Html {
  return hiddenField('brought', gzipSync(bytes).toString('base64url'))
}

/** Returns the file of a form: a chosen one, or the one packed in a field. Refuses `invalid_request` for `file`. */
export function readChosenFile(file: Buffer | string | undefined, uploaded: string, bytesMax: number): Buffer {
  const bytes = Buffer.isBuffer(file) && file.length > 0 ? file : openBrought(uploaded, bytesMax)
  if (bytes.length === 0) throw refuseField('file', 'is missing', 'missing')
  return bytes
}

function openBrought(brought: string, bytesMax: number): Buffer {
  if (brought === '') return Buffer.alloc(0)
  try {
    return gunzipSync(Buffer.from(brought, 'base64url'), { maxOutputLength: bytesMax })
  } catch {
    throw refuseField('file', 'cannot be read', 'unreadable')
  }
}
