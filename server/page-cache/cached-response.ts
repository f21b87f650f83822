import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { bestEncoding, compress, decompress, isCompressible, type Encoding } from '#server/compression.ts'
import { isUnchanged } from '#server/conditional-request.ts'
import { isPagePartRequest, pagePart } from '#server/page-part.ts'
import { repeatHead, sentHead, type SentHead } from './sent-head.ts'
import { SHARED_COPY_HEADER } from '#domain/app-shell.ts'
import type { Day } from '#domain/dates.ts'
import type { Cacheable } from './response-store.ts'

/** The bytes of a response in one encoding. */
interface Variant {
  /** Names and values as a flat list, which node:http writes without conversion. */
  headers: string[]
  body: Buffer
  /** The headers joined with the extra headers of the last request, which rarely change. */
  joined: { extra: readonly string[]; headers: string[] } | null
  /** Status line and headers as they were last sent. */
  sent: SentHead | null
}

type EncodingName = Encoding | 'identity'
/** The whole body, or the part of a page that scripts request. */
type VariantName = EncodingName | `part ${EncodingName}`

export interface CachedResponseInfo {
  tags: ReadonlySet<string>
  /** Start of the rendering, in milliseconds since the epoch. */
  renderedAt: number
  /** End of the Indian day that the response shows, or an earlier time; in milliseconds since the epoch. */
  expiresAt: number
}

/** Approximate memory of a cached response without its bodies, in bytes. */
const OVERHEAD = 3_000

/** Headers that apply to a single transfer and are not cached. */
const TRANSFER_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server-timing',
  'transfer-encoding',
])

/** A response in memory, in every encoding that was requested. */
export class CachedResponse implements Cacheable {
  readonly status: number
  readonly tags: ReadonlySet<string>
  readonly renderedAt: number
  readonly expiresAt: number
  /** Whether it is an HTML document. */
  readonly isPage: boolean
  /** Key of the response to send instead of this one, or null. */
  readonly sharedKey: string | null
  isStale = false
  /** A copy with a line that says when the page was rendered, made for one Indian day; null until it is needed. */
  marked: { day: Day; bytes: number; copy: Promise<CachedResponse> } | null = null
  /** Called when the size of this response has changed. */
  onChange: () => void = () => {}
  readonly #headers: [string, string][]
  readonly #etag: string | null
  readonly #isCompressible: boolean
  readonly #variants = new Map<VariantName, Variant>()
  readonly #encoding = new Map<VariantName, Promise<Variant>>()
  /** Whether the uncompressed body was requested; otherwise it is dropped after compression. */
  #isPlainRequested: boolean

  /** Whether this time is between rendering and expiry. It is before it when the clock was ahead and has been put back since. */
  isValidAt(now: number): boolean {
    return this.renderedAt <= now && now < this.expiresAt
  }

  private constructor(response: Response, body: Buffer, info: CachedResponseInfo) {
    this.status = response.status
    this.tags = info.tags
    this.renderedAt = info.renderedAt
    this.expiresAt = info.expiresAt
    const { headers } = response
    const type = headers.get('content-type') ?? ''
    this.isPage = type.startsWith('text/html')
    this.sharedKey = headers.get(SHARED_COPY_HEADER)
    this.#isCompressible = !headers.has('content-encoding') && isCompressible(type, body.length)
    // Pages already have this header; cached reads of tables do not.
    if (this.#isCompressible && !headers.get('vary')?.includes('accept-encoding'))
      headers.append('vary', 'accept-encoding')
    this.#headers = [...headers].filter(([name]) => !TRANSFER_HEADERS.has(name))
    this.#etag = this.status === 200 ? headers.get('etag') : null
    this.#isPlainRequested = !this.#isCompressible
    this.#variants.set('identity', this.#variant(body))
  }

  static async from(response: Response, info: CachedResponseInfo): Promise<CachedResponse> {
    return new CachedResponse(response, Buffer.from(await response.arrayBuffer()), info)
  }

  get bytes(): number {
    let bytes = OVERHEAD + (this.marked?.bytes ?? 0)
    for (const { body } of this.#variants.values()) bytes += body.length
    return bytes
  }

  /** @returns the response as it was rendered, uncompressed */
  async toResponse(): Promise<Response> {
    return new Response(new Uint8Array(await this.#plain()), { status: this.status, headers: this.#headers })
  }

  /**
   * @param extra more headers as a flat list; pass the same array while they have not changed
   * @returns null when the response was sent; otherwise a promise, because an encoding is created at its first request
   */
  send(request: IncomingMessage, response: ServerResponse, extra: readonly string[] = []): Promise<void> | null {
    if (this.#isUnchangedFor(request)) {
      this.#sendUnchanged(response)
      return null
    }
    const name = this.#variantFor(request.headers)
    if (name === 'identity') this.#isPlainRequested = true
    const variant = this.#variants.get(name)
    if (variant) {
      this.#write(request, response, [variant, extra])
      return null
    }
    return this.#encodeOnce(name).then((encoded) => this.#write(request, response, [encoded, extra]))
  }

  #write({ method }: IncomingMessage, response: ServerResponse, [variant, extra]: [Variant, readonly string[]]): void {
    const headers = headersWith(variant, extra)
    if (!repeatHead(response, variant.sent, headers)) {
      response.writeHead(this.status, headers)
      variant.sent = sentHead(response, headers)
    }
    if (method === 'HEAD') response.end()
    else response.end(variant.body)
  }

  #encodeOnce(name: VariantName): Promise<Variant> {
    const encoding = this.#encoding.get(name) ?? this.#encode(name).finally(() => this.#encoding.delete(name))
    this.#encoding.set(name, encoding)
    return encoding
  }

  async #encode(name: VariantName): Promise<Variant> {
    const [encoding, isPart] = partsOf(name)
    const plain = await this.#plain()
    const body = isPart ? pagePart(plain) : plain
    const variant =
      encoding === 'identity' ? this.#variant(body) : this.#variant(await compress(body, encoding), encoding)
    this.#variants.set(name, variant)
    if (!this.#isPlainRequested && this.#compressedName() !== undefined) this.#variants.delete('identity')
    this.onChange()
    return variant
  }

  async #plain(): Promise<Buffer> {
    const plain = this.#variants.get('identity')?.body
    if (plain) return plain
    const name = this.#compressedName()!
    return decompress(this.#variants.get(name)!.body, name)
  }

  /** The encoding of a compressed variant of the whole body. */
  #compressedName(): Encoding | undefined {
    return (['br', 'gzip'] as const).find((name) => this.#variants.has(name))
  }

  #variantFor(request: IncomingHttpHeaders): VariantName {
    const encoding = this.#isCompressible
      ? (bestEncoding(String(request['accept-encoding'] ?? '')) ?? 'identity')
      : 'identity'
    return this.isPage && isPagePartRequest(request.accept) ? `part ${encoding}` : encoding
  }

  #variant(body: Buffer, encoding?: Encoding): Variant {
    const headers: [string, string][] = [...this.#headers, ['content-length', String(body.length)]]
    if (encoding) headers.push(['content-encoding', encoding])
    return { headers: headers.flat(), body, joined: null, sent: null }
  }

  /** Pages have no ETag: they are always sent in full (docs/behaviour/security.md#headers-of-every-answer). */
  #isUnchangedFor(request: IncomingMessage): boolean {
    return this.#etag !== null && isUnchanged(request.headers, this.#etag)
  }

  #sendUnchanged(response: ServerResponse): void {
    const headers = this.#headers.filter(([name]) => name !== 'content-type' && name !== 'content-disposition')
    response.writeHead(304, headers.flat()).end()
  }
}

function partsOf(name: VariantName): [EncodingName, isPart: boolean] {
  return name.startsWith('part ') ? [name.slice(5) as EncodingName, true] : [name as EncodingName, false]
}

function headersWith(variant: Variant, extra: readonly string[]): string[] {
  if (extra.length === 0) return variant.headers
  if (variant.joined?.extra !== extra) variant.joined = { extra, headers: [...variant.headers, ...extra] }
  return variant.joined.headers
}
