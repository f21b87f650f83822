import { z } from 'zod'
import { UPLOAD_STALL_MS } from '#domain/limits.ts'
import { UPLOAD } from '#domain/messages.ts'
import { readJson } from '#domain/read-json.ts'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'
import { BackendError } from './backend-error.ts'
import { tokenOf } from './act.ts'
import type { AdminClient } from './admin-client.ts'
import { sendSignal } from './save-signal.ts'

const stored = z.object({ Key: z.string() })
const errorReply = z.object({ message: z.string().min(1), code: z.string().optional() })

interface UploadTarget {
  client: AdminClient
  /** Canonical address of the site, without a slash at the end. */
  siteUrl: string
  publishableKey: string
}

/**
 * Stores a file in the storage of the backend. The official client reports no upload progress, so this sends its
 * request with an XMLHttpRequest.
 *
 * @param options.onProgress gets the fraction that was sent, from 0 to 1
 * @returns the public address of the file
 * @throws BackendError with a message for the user, also without an answer in the time that the size of the file allows,
 *   or without progress or an answer for a minute; AbortError when it was cancelled
 */
export async function uploadFile(
  { client, siteUrl, publishableKey }: UploadTarget,
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<string> {
  const reply = await send(file, {
    ...options,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${await tokenOf(client)}`,
      'content-type': file.type,
    },
  })
  if (reply.status >= 300) {
    const { message, code = '' } = errorReply.catch({ message: UPLOAD.broken }).parse(readJson(reply.text))
    throw new BackendError(message, { code, status: reply.status })
  }
  const { data: object, success } = stored.safeParse(readJson(reply.text))
  if (!success) throw new BackendError(UPLOAD.broken, { code: '', status: reply.status })
  return `${siteUrl}/storage/v1/object/public/${object.Key}`
}

interface SendOptions {
  signal: AbortSignal
  onProgress: (part: number) => void
  headers: Record<string, string>
}

function send(file: File, { signal, onProgress, headers }: SendOptions): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const brokenOff = () => new BackendError(UPLOAD.broken, { code: '', status: 0 })
    const request = new XMLHttpRequest()
    request.open('POST', `/storage/v1/object/${STORAGE_BUCKET}/${encodeURIComponent(file.name)}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let stall: ReturnType<typeof setTimeout> | undefined
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(total ? loaded / total : 0)
      clearTimeout(stall)
      // Before, it may wait for a free connection. After the last byte the answer is awaited as long: a proxy may go on sending.
      stall = setTimeout(() => request.abort(), UPLOAD_STALL_MS)
    }
    request.onloadend = () => clearTimeout(stall)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(brokenOff())
    request.onabort = () =>
      reject(signal.aborted ? new DOMException('The upload was cancelled', 'AbortError') : brokenOff())
    sendSignal(file.size, signal).addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
