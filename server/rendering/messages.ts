import type { CallFunction } from '#app/data/backend-client.ts'
import type { SiteOptions } from '#server/site-interface.ts'

/** The data with which a thread is started. */
export interface ThreadStart extends Pick<SiteOptions, 'settings' | 'assets'> {
  /** File URL of the module that the build has made of server/site.ts. */
  bundle: string
}

/** A page to render. */
export interface PageTask {
  /** Number of the task, by which the answer and calls of functions refer to it. */
  page: number
  url: string
  method: string
  /** Whether the page cache collects the tags of the response. */
  isTagged: boolean
}

/** A function that the main thread is to call, because only the main thread has the backend. */
export interface FunctionCall {
  /** Number of the call, by which the answer refers to it. */
  call: number
  /** The page that the call is made for; undefined when the site makes it outside of a render. */
  page: number | undefined
  name: string
  given: Readonly<Record<string, unknown>>
}

/** A response as threads post it. Its body is transferred, not copied. */
export interface SentResponse {
  status: number
  headers: [string, string][]
  body: ArrayBuffer | null
}

export type FunctionAnswer = Awaited<ReturnType<CallFunction>>

export type Tag = [table: string, id?: number]

export type ToThread = PageTask | { call: number; answer: FunctionAnswer } | { call: number; error: string }

export type FromThread =
  | 'ready'
  | FunctionCall
  | { page: number; response: SentResponse; tags: Tag[] }
  | { page: number; error: string }
  | { failure: string; reason: string }

export async function sentResponse(response: Response): Promise<SentResponse> {
  const { status, headers } = response
  return { status, headers: [...headers], body: response.body ? await response.arrayBuffer() : null }
}

export function receivedResponse({ status, headers, body }: SentResponse): Response {
  return new Response(body && new Uint8Array(body), { status, headers })
}

/** @returns the buffers to transfer with a response */
export function transferOf({ body }: SentResponse): ArrayBuffer[] {
  return body ? [body] : []
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
