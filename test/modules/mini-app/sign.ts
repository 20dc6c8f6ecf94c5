import { createHmac } from 'node:crypto'

interface Signed {
  auth_date: Date
  /** A person's fields, or a text that replaces them; undefined leaves them out. */
  user?: object | string | undefined
  [field: string]: unknown
}

/** Signs data like Telegram, following its script at https://core.telegram.org/bots/webapps and not our code. */
export function signedInitData(token: string, { auth_date, ...fields }: Signed): string {
  const user = 'user' in fields ? fields.user : { id: 77, first_name: 'Sari', language_code: 'id' }
  const all: Record<string, unknown> = {
    ...fields,
    user: typeof user === 'object' ? JSON.stringify(user) : user,
    auth_date: Math.floor(auth_date.getTime() / 1000),
  }
  const pairs = Object.entries(all).filter(([, value]) => value !== undefined) as [string, string][]
  const text = pairs.map(([name, value]) => `${name}=${value}`).sort()
  const key = createHmac('sha256', 'WebAppData').update(token).digest()
  const hash = createHmac('sha256', key).update(text.join('\n')).digest('hex')
  return new URLSearchParams([
    ...pairs.map(([name, value]): [string, string] => [name, String(value)]),
    ['hash', hash],
  ]).toString()
}
