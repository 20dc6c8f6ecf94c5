import { fileOf, isFile, joinLines, mapPairs, type SampleRequest } from './request.ts'

/** Returns the request as a Go program. */
export function writeGoSample({ method, url, headers, json, parts }: SampleRequest): string {
  const body = parts ? '&body' : json === undefined ? 'nil' : `strings.NewReader(\`${JSON.stringify(json)}\`)`
  const imports = [
    'fmt',
    'io',
    'net/http',
    'os',
    ...(parts ? ['bytes', 'mime/multipart'] : []),
    ...(json === undefined ? [] : ['strings']),
  ]
  const form = parts && [
    '\tvar body bytes.Buffer',
    '\tform := multipart.NewWriter(&body)',
    ...mapPairs(parts, (name, value) =>
      isFile(value)
        ? [
            `\tpart, _ := form.CreateFormFile("${name}", "${fileOf(value)}")`,
            `\tfile, _ := os.Open("${fileOf(value)}")`,
            '\tio.Copy(part, file)',
          ].join('\n')
        : `\tform.WriteField("${name}", ${JSON.stringify(value)})`,
    ),
    '\tform.Close()',
  ]
  return joinLines([
    'package main\n',
    `import (\n${imports
      .sort()
      .map(name => `\t"${name}"`)
      .join('\n')}\n)\n`,
    'func main() {',
    ...(form ?? []),
    `\trequest, _ := http.NewRequest("${method}", ${JSON.stringify(url)}, ${body})`,
    '\trequest.Header.Set("X-API-Key", os.Getenv("WARUNG_KEY"))',
    ...mapPairs(headers, (name, value) => `\trequest.Header.Set("${name}", "${value}")`),
    json !== undefined && '\trequest.Header.Set("Content-Type", "application/json")',
    parts && '\trequest.Header.Set("Content-Type", form.FormDataContentType())',
    '\tanswer, err := http.DefaultClient.Do(request)',
    '\tif err != nil {\n\t\tpanic(err)\n\t}',
    '\ttext, _ := io.ReadAll(answer.Body)',
    '\tfmt.Println(answer.Status, string(text))',
    '}',
  ])
}
