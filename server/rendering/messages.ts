import type { CallFunction } from '#app/data/backend-client.ts'
import type { SiteOptions } from '#server/site-interface.ts'

/** Data that a thread is started with. */
export interface ThreadStart extends Pick<SiteOptions, 'settings' | 'assets'> {
  /** File URL of the module that the build has made of server/site.ts. */
  bundle: string
}

/** A page to render. */
export interface PageTask {
  page: number
  url: string
  method: string
  /** Whether the page cache collects the tags of the response. */
  isTagged: boolean
}

/** A call of a function for a page; only the main thread has the backend. */
export interface FunctionCall {
  call: number
  /** Undefined when the site calls for none of its pages. */
  page: number | undefined
  name: string
  given: Readonly<Record<string, unknown>>
}

/** A response between threads. Its bytes are moved, not copied. */
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

/** @returns what is moved with a message */
export function movedWith({ body }: SentResponse): ArrayBuffer[] {
  return body ? [body] : []
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
