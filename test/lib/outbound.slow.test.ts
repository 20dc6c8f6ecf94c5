import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAddress, createOutbound, isPublicAddress, OutboundError } from '../../src/lib/outbound.ts'

// Listens on every address of this machine, so that it counts connections by any way.
let sinkPort: number
let connections = 0
const sink = createServer((_request, response) => response.end('inside'))

beforeAll(async () => {
  sink.on('connection', () => connections++)
  sinkPort = await listen(sink, '::')
})
afterAll(() => new Promise(resolve => sink.close(resolve)))

describe('internal addresses', () => {
  const hosts = [
    ['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ip6-localhost', 'printer.local'],
    ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0x7f.1', '00000177.0.0.1', '127.0.1', '127.0.0.1.'],
    ['0', '0.0.0.0', '[::]', '127.255.255.254', '0.1.2.3'],
    ['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', 'ｌｏｃａｌｈｏｓｔ'],
    ['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]'],
    ['[2002:7f00:1::]', '[::127.0.0.1]', '[fc00::1]', '[fe80::1]', '[fe80::1%25eth0]', '[64:ff9b:1::1]', '[ff02::1]'],
    ['[2001::1]', '[2001:db8::1]', '[fd00:ec2::254]', '[fec0::1]', '[3fff::1]', '[5f00::1]', '[4000::1]', '[100::1]'],
    ['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', 'metadata.google.internal'],
    ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255', '100.64.0.1'],
    ['192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255'],
    ['168.63.129.16', '[::ffff:168.63.129.16]', '2822734096', '0xa83f8110', '169.254.0.23', '[fd20:ce::254]'],
    ['240.0.0.1', '255.255.255.255', '192.88.99.1', '192.0.0.1', '127.127.127.127'],
  ].flat()
  const withSinkPort = hosts.flatMap(host => [`http://${host}:PORT/`, `https://${host}:PORT/path?query`])
  const confusing = [
    'http://user:pass@169.254.169.254/',
    'http://example.com@127.0.0.1:PORT/',
    'http://@127.0.0.1:PORT/',
    'http://1.1.1.1 &@2.2.2.2# @3.3.3.3/',
    'http:127.0.0.1:PORT/',
    'http:/127.0.0.1:PORT/',
    'http:///127.0.0.1:PORT/',
    '\thttp://127.0.0.1:PORT/',
    ' http://127.0.0.1:PORT/',
    'http://127.0.0.1:PORT/\n',
    'ht\ntp://127.0.0.1:PORT/',
    'http://example.com\\@127.0.0.1:PORT/',
    'http:\\\\127.0.0.1:PORT\\',
    'http://127.0.0.1:PORT\\path',
    '//127.0.0.1:PORT/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/',
    'ftp://127.0.0.1:PORT/',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'http://example.com:22/',
    'http://example.com:6667/',
    'http://example.com:0/',
    'http://example.com:65536/',
    'http://',
    'not an address',
    '',
  ]
  const corpus = [...withSinkPort, ...confusing]

  test('none of more than 120 internal addresses is connected to', async () => {
    const outbound = createOutbound({ allow: [], resolve: async () => ['127.0.0.1', '::1'] })
    const before = connections
    expect(corpus.length).toBeGreaterThan(120)
    for (const address of corpus) {
      const error = await outbound.fetch(address.replace('PORT', String(sinkPort)), { timeoutMs: 500 }).catch(e => e)
      expect(error, address).toBeInstanceOf(OutboundError)
      expect(error.kind, address).toBe('refused')
    }
    expect(connections - before).toBe(0)
    await outbound.close()
  })

  test('many of the internal addresses can be connected to without the guard', async () => {
    const before = connections
    const loopback = /^http:\/\/([^@/]*@)?(localhost|127\.[0-9.]+|0\.0\.0\.0|\[::1?\]):\d+\//
    const targets = corpus
      .map(address => address.replace('PORT', String(sinkPort)))
      .filter(address => URL.canParse(address) && loopback.test(new URL(address).href))
    for (const target of targets) await request(target, { reset: true }).then(answer => answer.body.dump())
    expect(targets.length).toBeGreaterThan(20)
    expect(connections - before).toBe(targets.length)
  })

  test('form, port and literal addresses are judged before any network access', () => {
    for (const address of corpus) {
      expect(() => checkAddress(address.replace('PORT', String(sinkPort)), []), address).toThrow(OutboundError)
    }
    for (const address of [
      'https://shop.example/callback?x=1#y',
      'http://offline.invalid:8080',
      'http://93.184.216.34/',
      'https://[2606:4700::1111]:8443/',
      'HTTPS://Shop.Example/a@b',
    ]) {
      expect(checkAddress(address, []).href, address).toMatch(/^https?:\/\//)
    }
  })
})

describe('names', () => {
  test('a name with one private address among public ones is refused', async () => {
    for (const addresses of [
      ['93.184.216.34', '127.0.0.1'],
      ['2606:4700::1111', '::1'],
      ['93.184.216.34', '::7f00:1'],
    ]) {
      const outbound = createOutbound({ allow: [], resolve: async () => addresses })
      await expect(outbound.fetch(`http://mixed.example:${sinkPort}/`)).rejects.toMatchObject({ kind: 'refused' })
      await outbound.close()
    }
  })

  test('a name without an address is unresolved, and nothing is sent', async () => {
    const outbound = createOutbound({ allow: [], resolve: async () => [] })
    await expect(outbound.fetch('http://nowhere.example/')).rejects.toMatchObject({ kind: 'unresolved' })
    await outbound.close()
  })

  test.skipIf(process.platform !== 'linux')(
    'of 200 names that turn private later none gets through: the checked address is the one connected to',
    async () => {
      const seen = { outside: 0, inside: 0 }
      const outside = createServer((_request, response) => response.end('outside'))
      outside.on('connection', () => seen.outside++)
      const port = await listen(outside, '127.0.0.1')
      const inside = createServer((_request, response) => response.end('inside'))
      inside.on('connection', () => seen.inside++)
      await listen(inside, '127.0.0.2', port)

      let asked = 0
      const outbound = createOutbound({
        allow: [],
        resolve: async () => [asked++ % 2 === 0 ? '127.0.0.1' : '127.0.0.2'],
        reachable: address => address === '127.0.0.1',
      })
      for (let round = 0; round < 200; round++) {
        const answer = outbound.fetch(`http://rebind.example:${port}/`)
        if (round % 2 === 0) expect((await answer).body.toString()).toBe('outside')
        else await expect(answer).rejects.toMatchObject({ kind: 'refused' })
      }
      expect(seen).toEqual({ outside: 100, inside: 0 })
      await outbound.close()
      outside.close()
      inside.close()
    },
  )
})

test('an internal address on the list is called, and the same host on another port is not', async () => {
  const outbound = createOutbound({ allow: [`localhost:${sinkPort}`] })
  expect((await outbound.fetch(`http://localhost:${sinkPort}/`)).body.toString()).toBe('inside')
  const before = connections
  await expect(outbound.fetch(`http://127.0.0.1:${sinkPort}/`)).rejects.toMatchObject({ kind: 'refused' })
  await expect(outbound.fetch(`http://localhost:${sinkPort + 1}/`)).rejects.toMatchObject({ kind: 'refused' })
  expect(connections).toBe(before)
  await outbound.close()
})

test('a redirect is a response and is not followed', async () => {
  const { outbound, address, stop } = await answering((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${sinkPort}/` }).end()
  })
  const before = connections
  expect(await outbound.fetch(address)).toMatchObject({ status: 302 })
  expect(connections).toBe(before)
  await stop()
})

test('the request arrives exactly as given', async () => {
  const { outbound, address, stop } = await answering(async (request, response) => {
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk)
    response.writeHead(201, { 'x-seen': `${request.method} ${request.headers['x-event']}` }).end(Buffer.concat(body))
  })
  const answer = await outbound.fetch(address, { method: 'POST', headers: { 'x-event': 'paid' }, body: '{"a":1}' })
  expect(answer).toMatchObject({ status: 201, headers: { 'x-seen': 'POST paid' } })
  expect(answer.body.toString()).toBe('{"a":1}')
  await stop()
})

describe('hostile responses', () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))

  test('a small response that inflates to 50 MB is abandoned at the limit', async () => {
    const { outbound, address, stop } = await answering((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const before = process.memoryUsage().rss
    await expect(outbound.fetch(address)).rejects.toMatchObject({ kind: 'too_large' })
    expect((await outbound.fetch(address, { cut: true })).body.length).toBe(65_536)
    expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000)
    await stop()
  })

  test('a compressed response within the limit is read', async () => {
    const { outbound, address, stop } = await answering((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'))
    })
    expect((await outbound.fetch(address)).body.toString()).toBe('hello')
    await stop()
  })

  test('an endless body is cut off at the limit', async () => {
    const { outbound, address, stop } = await answering((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) {}
      }
      response.on('drain', more)
      more()
    })
    await expect(outbound.fetch(address)).rejects.toMatchObject({ kind: 'too_large' })
    await stop()
  })

  test.each([
    ['a missing response', () => {}],
    ['a response of one byte now and then', (response: Socket) => void response.write('HTTP/1.1 200 OK\r\n\r\nx')],
  ])('%s ends at the time limit', async (_name, start) => {
    const { outbound, address, stop } = await answeringRaw(start)
    const began = Date.now()
    await expect(outbound.fetch(address, { timeoutMs: 100 })).rejects.toMatchObject({ kind: 'timeout' })
    expect(Date.now() - began).toBeLessThan(1_500)
    await stop()
  })

  test.each([
    ['a response with ten thousand headers', `HTTP/1.1 200 OK\r\n${'X-Header: value\r\n'.repeat(10_000)}\r\n`],
    ['a response with an endless header', `HTTP/1.1 200 OK\r\nX-Header: ${'v'.repeat(100_000)}`],
    ['a response that is not HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['a response with half a gzip', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nhalf'],
  ])('%s fails', async (_name, text) => {
    const { outbound, address, stop } = await answeringRaw(socket => void socket.write(text))
    await expect(outbound.fetch(address, { timeoutMs: 2_000 })).rejects.toMatchObject({ kind: 'failed' })
    await stop()
  })

  test('an error names the host, but neither path nor query', async () => {
    const { outbound, address, stop } = await answeringRaw(socket => void socket.destroy())
    const error = await outbound.fetch(`${address}path?apikey=secret`).catch(e => e)
    expect(error.kind).toBe('failed')
    expect(String(error)).not.toMatch(/secret|path/)
    await stop()
  })
})

describe('a status is known regardless of its body', () => {
  const gzip = 'content-encoding: gzip\r\n'

  // Values that receivers of callbacks really send: axios/axios#5246, Kong/unirest-nodejs#74,
  // PaystackOSS/woo-paystack#148.
  test.each([
    ['an empty compressed body', `${gzip}content-length: 0\r\n\r\n`, ''],
    ['a plain body declared as compressed', `${gzip}content-length: 2\r\n\r\nok`, ''],
    ['half a gzip', `${gzip}content-length: 40\r\n\r\n`, ''],
    ['a body shorter than its length', 'content-length: 40\r\n\r\nok', 'ok'],
    ['a chunk that is cut off', 'transfer-encoding: chunked\r\n\r\n5\r\nok', 'ok'],
    ['a chunk without a length', 'transfer-encoding: chunked\r\n\r\nzz\r\n', ''],
  ])('a status is known despite %s', async (_name, rest, body) => {
    const { outbound, address, stop } = await answeringRaw(socket => void socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
    const answer = await outbound.fetch(address, { cut: true, keep: true })
    expect([answer.status, answer.body.toString()]).toEqual([200, body])
    await stop()
  })

  test('a status is known despite a body that never ends', async () => {
    const { outbound, address, stop } = await answeringRaw(socket => void socket.write('HTTP/1.1 200 OK\r\n\r\nok'))
    const answer = await outbound.fetch(address, { cut: true, keep: true })
    expect([answer.status, answer.body.toString()]).toEqual([200, 'ok'])
    await stop()
  })
})

describe('a head that clients must accept by RFC 9110', () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

  test.each([
    ['after an unsolicited interim response', `HTTP/1.1 100 Continue\r\n\r\n${answer}`],
    [
      'after two interim responses',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${answer}`,
    ],
    ['with its length twice', answer.replace('\r\n\r\n', '\r\ncontent-length: 2\r\n\r\n')],
    ['with its length listed twice', answer.replace(': 2', ': 2, 2')],
    ['with bare line feeds', answer.replaceAll('\r', '')],
    ['of more than 16 kB', answer.replace('\r\n\r\n', `\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)],
  ])('a head is accepted %s', async (_name, text) => {
    const bytewise = text.length > 1_000 ? [text] : [...text]
    for (const parts of [[text], bytewise]) {
      const { outbound, address, stop } = await answeringRaw(socket => {
        for (const part of parts) socket.write(part)
      })
      const { status, body } = await outbound.fetch(address, { keep: true })
      expect([status, body.toString()]).toEqual([200, 'ok'])
      await stop()
    }
  })

  test('a head with two different lengths is refused', async () => {
    const text = answer.replace('\r\n\r\n', '\r\ncontent-length: 3\r\n\r\n')
    const { outbound, address, stop } = await answeringRaw(socket => void socket.end(text))
    await expect(outbound.fetch(address)).rejects.toMatchObject({ kind: 'failed' })
    await stop()
  })

  test('an unusual head on a kept connection is accepted each time', async () => {
    let connections = 0
    const { outbound, address, stop } = await answeringRaw(socket => {
      connections++
      socket.on('data', () => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${answer}`))
    })
    for (let turn = 0; turn < 3; turn++) {
      expect((await outbound.fetch(address, { keep: true, cut: true })).status).toBe(200)
    }
    expect(connections).toBe(1)
    await stop()
  })
})

test('an IPv6 address is called as it is written', async () => {
  const server = createServer((_request, response) => response.end('six'))
  const port = await listen(server, '::1')
  const outbound = createOutbound({ allow: [`[::1]:${port}`] })
  expect((await outbound.fetch(`http://[::1]:${port}/`)).body.toString()).toBe('six')
  await outbound.close()
  server.close()
  const judged = createOutbound({ allow: [], resolve: async () => [] })
  await expect(judged.fetch('http://[2606:4700:4700::1111]:1/')).rejects.toMatchObject({ kind: 'refused' })
  await judged.close()
})

test('special-purpose addresses are not public', () => {
  expect(['8.8.8.8', '2606:4700::1111', '1.1.1.1'].every(isPublicAddress)).toBe(true)
  expect(['::8.8.8.8', '::ffff:8.8.8.8', 'fe80::1%eth0', '127.1', '', 'example.com'].some(isPublicAddress)).toBe(false)
})

async function answering(handler: Parameters<typeof createServer>[1] & object) {
  return allowing(createServer(handler))
}

async function answeringRaw(handler: (socket: Socket) => void) {
  return allowing(createTcpServer(socket => handler(socket.on('error', () => {}))))
}

async function allowing(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  const port = await listen(server, '127.0.0.1')
  const outbound = createOutbound({ allow: [`127.0.0.1:${port}`] })
  const stop = async () => {
    await outbound.close()
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  }
  return { outbound, address: `http://127.0.0.1:${port}/`, stop }
}

async function listen(server: Server, host: string, port = 0) {
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  return (server.address() as AddressInfo).port
}

describe('kept connections', () => {
  const serve = async (answer: (response: ServerResponse, turn: number) => void = response => response.end('ok')) => {
    const seen = { connections: 0, requests: 0 }
    const server = createServer((request, response) => {
      seen.requests++
      request.resume().on('end', () => answer(response, seen.requests))
    })
    server.on('connection', () => seen.connections++)
    const port = await listen(server, '127.0.0.1')
    return { seen, port, close: () => server.close() }
  }
  const keep = { method: 'POST' as const, body: '{}', keep: true }

  test('kept connections carry one request after another, and never two at once', async () => {
    const { seen, port, close } = await serve()
    const outbound = createOutbound({ allow: [`127.0.0.1:${port}`] })
    for (let turn = 0; turn < 5; turn++) await outbound.fetch(`http://127.0.0.1:${port}/`, keep)
    expect(seen).toEqual({ connections: 1, requests: 5 })
    await Promise.all(Array.from({ length: 4 }, () => outbound.fetch(`http://127.0.0.1:${port}/`, keep)))
    expect(seen).toEqual({ connections: 4, requests: 9 })
    await outbound.fetch(`http://127.0.0.1:${port}/`)
    expect(seen.connections, 'one that is not to be kept').toBe(5)
    await outbound.close()
    close()
  })

  test('kept connections serve all simultaneous callbacks, even to one host', async () => {
    const atOnce = 120
    const open: ServerResponse[] = []
    const { seen, port, close } = await serve(response => {
      if (open.push(response) === atOnce) for (const each of open.splice(0)) each.end('ok')
    })
    const outbound = createOutbound({ allow: [`127.0.0.1:${port}`] })
    for (let wave = 0; wave < 2; wave++) {
      await Promise.all(Array.from({ length: atOnce }, () => outbound.fetch(`http://127.0.0.1:${port}/`, keep)))
    }
    expect(seen).toEqual({ connections: atOnce, requests: 2 * atOnce })
    await outbound.close()
    close()
  })

  test('connections of a name that turns private are not reused, at 50 second lookups of 50', async () => {
    const { seen, port, close } = await serve()
    let leads = '127.0.0.1'
    const outbound = createOutbound({
      allow: [],
      resolve: async () => [leads],
      reachable: address => address === '127.0.0.1',
    })
    const call = () => outbound.fetch(`http://rebind.example:${port}/`, keep)
    for (let round = 0; round < 50; round++) {
      leads = '127.0.0.1'
      await call()
      leads = '10.0.0.1'
      await expect(call()).rejects.toMatchObject({ kind: 'refused' })
    }
    expect(seen).toEqual({ connections: 50, requests: 50 })
    await outbound.close()
    close()
  })

  test('kept connections are not reused if the name now leads elsewhere or inside', async () => {
    const { seen, port, close } = await serve()
    const names: Record<string, string[]> = { now: ['127.0.0.1'] }
    const outbound = createOutbound({
      allow: [],
      resolve: async () => names.now!,
      reachable: address => address === '127.0.0.1' || address === '127.0.0.9',
    })
    const call = () => outbound.fetch(`http://moved.example:${port}/`, keep)
    await call()
    await call()
    expect(seen).toEqual({ connections: 1, requests: 2 })
    names.now = ['127.0.0.9']
    await expect(call()).rejects.toMatchObject({ kind: 'failed' })
    names.now = ['127.0.0.1', '10.0.0.1']
    await expect(call()).rejects.toMatchObject({ kind: 'refused' })
    expect(seen).toEqual({ connections: 1, requests: 2 })
    await outbound.close()
    close()
  })

  test('kept connections are checked before each request', async () => {
    const { seen, port, close } = await serve()
    const outbound = createOutbound({ allow: [`127.0.0.1:${port}`] })
    await outbound.fetch(`http://127.0.0.1:${port}/`, keep)
    const refusesPeer = (address: string) => address === '127.0.0.1'
    await expect(outbound.fetch(`http://127.0.0.1:${port}/`, { ...keep, refusesPeer })).rejects.toMatchObject({
      kind: 'refused',
    })
    expect(seen.requests).toBe(1)
    await outbound.close()
    close()
  })

  test('kept connections that the other end closed are replaced, and the request arrives', async () => {
    const { seen, port, close } = await serve((response, turn) => {
      if (turn === 2) response.socket!.destroy()
      else response.end('ok')
    })
    const outbound = createOutbound({ allow: [`127.0.0.1:${port}`] })
    for (let turn = 0; turn < 2; turn++) {
      expect((await outbound.fetch(`http://127.0.0.1:${port}/`, keep)).status).toBe(200)
    }
    expect(seen).toEqual({ connections: 2, requests: 3 })
    await outbound.close()
    close()
  })

  test('kept connections do not hide a receiver that hangs up on a fresh one', async () => {
    const { seen, port, close } = await serve(response => response.socket!.destroy())
    const outbound = createOutbound({ allow: [`127.0.0.1:${port}`] })
    await expect(outbound.fetch(`http://127.0.0.1:${port}/`, keep)).rejects.toMatchObject({ kind: 'failed' })
    expect(seen.requests).toBe(1)
    await outbound.close()
    close()
  })
})
