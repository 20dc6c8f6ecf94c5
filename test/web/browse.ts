import type { WebShop } from './web-shop.ts'

export interface Shown {
  status: number
  headers: Headers
  text: string
  /** The target of a redirect, without the host. */
  location: string | null
}

/** A person with their own browser, without a screen: it keeps cookies and sends forms like a real one. */
export interface Visitor {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Shown>
  /** Sends a form as if from our own page, unless the headers differ. */
  post(path: string, fields: Record<string, string> | URLSearchParams, headers?: Record<string, string>): Promise<Shown>
  /** Sends a form with a file as if from our own page. */
  upload(
    path: string,
    act: string,
    file: { name: string; bytes: Buffer; field?: string },
    fields?: Record<string, string>,
  ): Promise<Shown>
}

/** Fails if the page's policy would stop a browser from showing a picture in it. */
function expectPicturesAllowed(path: string, policy: string, text: string): void {
  if (text.includes('src="data:') && !/img-src [^;]*data:/.test(policy)) {
    throw new Error(`${path} holds a picture that its Content-Security-Policy (${policy}) blocks`)
  }
}

export function createVisitor({ pagesUrl }: Pick<WebShop, 'pagesUrl'>): Visitor {
  const cookies = new Map<string, string>()
  async function ask(path: string, init: RequestInit): Promise<Shown> {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(pagesUrl + path, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie ? { cookie } : {}) },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const text = await answer.text()
    expectPicturesAllowed(path, answer.headers.get('content-security-policy') ?? '', text)
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      location: answer.headers.get('location'),
    }
  }
  return {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, fields, headers = { 'sec-fetch-site': 'same-origin' }) =>
      ask(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    upload(path, act, { name, bytes, field: fileField = 'file' }, fields = {}) {
      const body = new FormData()
      for (const [field, value] of Object.entries(fields)) body.set(field, value)
      body.set(fileField, new Blob([new Uint8Array(bytes)]), name)
      body.set('act', act)
      return ask(`${path}${path.includes('?') ? '&' : '?'}act=${act}`, {
        method: 'POST',
        body,
        headers: { 'sec-fetch-site': 'same-origin' },
      })
    },
  }
}
