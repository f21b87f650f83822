import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
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

/** Milliseconds until a request is sent with its bytes and an answer begins. */
const timeout = 30_000

/**
 * Files in a bucket of any storage that speaks Amazon's S3 protocol, addressed by path, which all of them understand.
 * Source: Amazon S3 API Reference; AWS Signature Version 4.
 * @param folder what the keys begin with, such as notices/
 */
export function s3Store({ endpoint, bucket, ...credentials }: S3Settings, folder: string): FileStore {
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}/${folder}`

  /** @param wanted statuses that are answers; every other one is a failure */
  async function ask(method: string, name: string, { wanted, headers = {}, body }: Ask): Promise<Response> {
    const hash = createHash('sha256').update(body ?? '')
    const signer = new AwsV4Signer({
      method,
      url: root + name,
      service: 's3',
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
      ...credentials,
    })
    const signed = await signer.sign()
    const answer = await answerInTime(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      body: body ? new Uint8Array(body) : null,
    }).catch((cause: unknown) => {
      throw StorageError.away(new Error(`The object storage did not answer to ${method} ${name}`, { cause }))
    })
    if (wanted.includes(answer.status)) return answer
    const [, reason = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? []
    throw StorageError.away(new Error(`The object storage answered ${answer.status} ${reason} to ${method} ${name}`))
  }

  return {
    async put(name, bytes, type) {
      const answer = await ask('PUT', name, { wanted: [200], headers: { 'content-type': type }, body: bytes })
      await answer.body?.cancel()
    },

    async read(name, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {}
      const answer = await ask('GET', name, { wanted: [range ? 206 : 200, 404], headers })
      if (answer.status !== 404 && answer.body) {
        return { size: Number(answer.headers.get('content-length')), body: answer.body }
      }
      await answer.body?.cancel()
      return null
    },

    async remove(names) {
      for (const name of names) await (await ask('DELETE', name, { wanted: [200, 204, 404] })).body?.cancel()
    },

    tidy: async () => {},
  }
}

interface Ask {
  wanted: number[]
  headers?: Record<string, string>
  body?: Uint8Array
}

/** The bytes of an answer may take longer: they go on as fast as a visitor takes them. */
async function answerInTime(url: URL, init: RequestInit): Promise<Response> {
  const waiting = new AbortController()
  const killTimer = setTimeout(() => waiting.abort(), timeout)
  try {
    return await fetch(url, { ...init, signal: waiting.signal })
  } finally {
    clearTimeout(killTimer)
  }
}
