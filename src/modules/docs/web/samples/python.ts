import { fileOf, isFile, joinLines, mapPairs, type SampleRequest } from './request.ts'

/** Returns the request as a Python 3 script; an upload uses `requests`. */
export function writePythonSample({ method, url, headers, json, parts }: SampleRequest): string {
  const sent = [
    `"X-API-Key": os.environ["WARUNG_KEY"]`,
    ...mapPairs(headers, (name, value) => `"${name}": "${value}"`),
    ...(json === undefined ? [] : [`"Content-Type": "application/json"`]),
  ]
  if (parts) {
    const [files, texts] = [true, false].map(wantsFiles =>
      Object.entries(parts).filter(([, value]) => isFile(value) === wantsFiles),
    )
    return joinLines([
      'import os',
      'import requests\n',
      'answer = requests.post(',
      `    ${JSON.stringify(url)},`,
      `    headers={${sent.join(', ')}},`,
      `    files={${files!.map(([name, value]) => `"${name}": open("${fileOf(value)}", "rb")`).join(', ')}},`,
      texts!.length > 0 &&
        `    data={${texts!.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')}},`,
      ')',
      'print(answer.status_code, answer.text)',
    ])
  }
  return joinLines([
    'import json, os, urllib.request\n',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    headers={${sent.join(', ')}},`,
    json !== undefined && `    data=json.dumps(${pythonValue(json)}).encode(),`,
    `    method="${method}",`,
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(answer.status, answer.read().decode())',
  ])
}

function pythonValue(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`)
      .join(', ')}}`
  }
  return JSON.stringify(value)
}
