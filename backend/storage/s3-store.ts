import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { UPLOAD } from '#domain/messages.ts'
import type { FileStore } from './file-store.ts'
import { StorageError } from './storage-error.ts'

export interface S3Settings {
  /** Address of the object storage, such as https://s3.eu-central-1.amazonaws.com */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Milliseconds until a request is sent with its body and a response begins. */
const timeout = 30_000

/**
 * Files in a bucket of any storage that speaks Amazon's S3 protocol, addressed by path, which all of them understand.
 * Source: Amazon S3 API Reference; AWS Signature Version 4.
 * @param folder what the keys begin with, such as notices/
 */
export function s3Store({ endpoint, bucket, ...credentials }: S3Settings, folder: string): FileStore {
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}/${folder}`

  /** @param expected status codes of success; every other one is an error */
  async function send(
    method: string,
    name: string,
    { expected, headers = {}, body }: RequestOptions,
  ): Promise<Response> {
    const hash = createHash('sha256').update(body ?? '')
    const signer = new AwsV4Signer({
      method,
      url: root + name,
      service: 's3',
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
      ...credentials,
    })
    const signed = await signer.sign()
    const response = await fetchWithTimeout(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      body: body ? new Uint8Array(body) : null,
    }).catch((cause: unknown) => {
      throw StorageError.unavailable(new Error(`The object storage did not answer to ${method} ${name}`, { cause }))
    })
    if (expected.includes(response.status)) return response
    const [, reason = ''] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
    const cause = new Error(`The object storage answered ${response.status} ${reason} to ${method} ${name}`)
    // A storage on disks of its own may be full.
    if (response.status === 507) throw new StorageError('InsufficientStorage', UPLOAD.noRoom, cause)
    throw StorageError.unavailable(cause)
  }

  return {
    async put(name, bytes, type) {
      const response = await send('PUT', name, { expected: [200], headers: { 'content-type': type }, body: bytes })
      await response.body?.cancel()
    },

    async read(name, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {}
      const response = await send('GET', name, { expected: [range ? 206 : 200, 404], headers })
      if (response.status !== 404 && response.body) {
        return { size: Number(response.headers.get('content-length')), body: response.body }
      }
      await response.body?.cancel()
      return null
    },

    async remove(names) {
      for (const name of names) await (await send('DELETE', name, { expected: [200, 204, 404] })).body?.cancel()
    },

    tidy: async () => {},
  }
}

interface RequestOptions {
  expected: number[]
  headers?: Record<string, string>
  body?: Uint8Array
}

/** The timeout does not include the response body, which is read as fast as a visitor downloads it. */
async function fetchWithTimeout(url: URL, init: RequestInit): Promise<Response> {
  const waiting = new AbortController()
  const killTimer = setTimeout(() => waiting.abort(), timeout)
  try {
    return await fetch(url, { ...init, signal: waiting.signal })
  } finally {
    clearTimeout(killTimer)
  }
}
