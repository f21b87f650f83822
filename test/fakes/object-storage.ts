import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface StoredFile {
  bytes: Buffer
  type: string
}

const bucket = 'portal-files'
const account = { accessKeyId: 'portal', secretAccessKey: 'a password of an object storage' }

/**
 * A fake object storage that checks the signature of every request as Amazon describes it.
 * Source: Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)"
 */
export async function startObjectStorage() {
  const files = new Map<string, StoredFile>()
  const errors: string[] = []
  let forced: number | null = null

  function respond(request: IncomingMessage, response: ServerResponse, body: Buffer): ServerResponse {
    const error = forced ? ([forced, 'Forced'] as const) : errorOf(request, body)
    if (error) {
      if (!forced) errors.push(error[1])
      return response
        .writeHead(error[0], { 'content-type': 'application/xml' })
        .end(`<Error><Code>${error[1]}</Code></Error>`)
    }
    const key = (request.url ?? '').slice(1)
    if (request.method === 'PUT') {
      files.set(key, { bytes: body, type: request.headers['content-type'] ?? '' })
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      files.delete(key)
      return response.writeHead(204).end()
    }
    const file = files.get(key)
    if (!file) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = first ? file.bytes.subarray(Number(first), Number(last) + 1) : file.bytes
    return response.writeHead(first ? 206 : 200, { 'content-length': part.length, 'content-type': file.type }).end(part)
  }

  const server = createServer(
    (request, response) => void buffer(request).then((body) => respond(request, response, body)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    bucket,
    /** @param status of all responses from now on; null for normal responses */
    answerWith: (status: number | null) => void (forced = status),
    /** Error codes of rejected requests. */
    errors: () => errors,
    stored: (key: string) => files.get(key),
    keys: () => [...files.keys()],
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function errorOf(request: IncomingMessage, body: Buffer): readonly [status: number, code: string] | null {
  const header = (name: string) => String(request.headers[name] ?? '')
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/
  const [, accessKeyId, day = '', region = '', names = '', signature = ''] = form.exec(header('authorization')) ?? []
  if (!accessKeyId) return [403, 'AccessDenied']
  if (accessKeyId !== account.accessKeyId) return [403, 'InvalidAccessKeyId']
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name)))
    return [403, 'AccessDenied']
  const [, at = ''] = /^(\d{8}T\d{6}Z)$/.exec(header('x-amz-date')) ?? []
  if (!at.startsWith(day) || Math.abs(Date.now() - timeOf(at)) > 900_000) return [403, 'RequestTimeTooSkewed']
  if (header('x-amz-content-sha256') !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch']

  const { pathname } = new URL(request.url ?? '', 'http://storage')
  const canonical = [
    request.method,
    pathname,
    '',
    ...names.split(';').map((name) => `${name}:${header(name).trim()}`),
    '',
    names,
    header('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(Buffer.from(canonical))].join('\n')
  const steps = [day, region, 's3', 'aws4_request', text]
  const expected = steps.reduce<string | Buffer>(
    (key, step) => createHmac('sha256', key).update(step).digest(),
    `AWS4${account.secretAccessKey}`,
  )
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(expected))) return [403, 'SignatureDoesNotMatch']
  return pathname.startsWith(`/${bucket}/`) ? null : [404, 'NoSuchBucket']
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function timeOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
