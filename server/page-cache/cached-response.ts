import type { IncomingMessage, ServerResponse } from 'node:http'
import { bestEncoding, compress, decompress, isCompressible, type Encoding } from '#server/compression.ts'
import { isUnchanged } from '#server/syndication/public-answer.ts'
import type { Cacheable } from './response-store.ts'

/** The bytes of a response in one encoding. */
interface Variant {
  /** A flat list of names and values: node:http writes such a list as it is. */
  headers: string[]
  body: Buffer
  /** The headers together with the extra ones of the last request, which hardly ever change. */
  joined: { extra: readonly string[]; headers: string[] } | null
}

type VariantName = Encoding | 'identity'

export interface CachedResponseInfo {
  tags: ReadonlySet<string>
  /** When its rendering began, in milliseconds since the epoch. */
  renderedAt: number
  /** When the calendar day that it shows ends. */
  expiresAt: number
}

/** Memory of an entry besides its bodies, roughly. */
const OVERHEAD = 3_000

/** Headers that belong to one transfer. */
const TRANSFER_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server-timing',
  'transfer-encoding',
])

/** A response in memory, in every encoding that was asked for. */
export class CachedResponse implements Cacheable {
  readonly status: number
  readonly tags: ReadonlySet<string>
  readonly renderedAt: number
  readonly expiresAt: number
  /** Whether it is an HTML document. */
  readonly isPage: boolean
  isStale = false
  /** Called when its size has changed. */
  onChange: () => void = () => {}
  readonly #headers: [string, string][]
  readonly #etag: string | undefined
  readonly #isCompressible: boolean
  readonly #variants = new Map<VariantName, Variant>()
  readonly #encoding = new Map<VariantName, Promise<Variant>>()
  /** The uncompressed body is dropped when it has been compressed and was never asked for. */
  #isPlainWanted: boolean

  private constructor(response: Response, body: Buffer, info: CachedResponseInfo) {
    this.status = response.status
    this.tags = info.tags
    this.renderedAt = info.renderedAt
    this.expiresAt = info.expiresAt
    const { headers } = response
    const type = headers.get('content-type') ?? ''
    this.isPage = type.startsWith('text/html')
    this.#isCompressible = !headers.has('content-encoding') && isCompressible(type, body.length)
    // Reads of tables are not compressed unless they are cached.
    if (this.#isCompressible && !headers.get('vary')?.includes('accept-encoding'))
      headers.append('vary', 'accept-encoding')
    this.#headers = [...headers].filter(([name]) => !TRANSFER_HEADERS.has(name))
    this.#etag = this.status === 200 ? (headers.get('etag') ?? undefined) : undefined
    this.#isPlainWanted = !this.#isCompressible
    this.#variants.set('identity', this.#variant(body))
  }

  static async from(response: Response, info: CachedResponseInfo): Promise<CachedResponse> {
    return new CachedResponse(response, Buffer.from(await response.arrayBuffer()), info)
  }

  get bytes(): number {
    let bytes = OVERHEAD
    for (const { body } of this.#variants.values()) bytes += body.length
    return bytes
  }

  /**
   * @param extra more headers as a flat list; pass the same array again while it has not changed
   * @returns null when the response is sent, otherwise when it will be: an encoding is made when it is first asked for
   */
  send(request: IncomingMessage, response: ServerResponse, extra: readonly string[] = []): Promise<void> | null {
    if (this.#isUnchangedFor(request)) {
      this.#sendUnchanged(response)
      return null
    }
    const name = this.#isCompressible
      ? (bestEncoding(String(request.headers['accept-encoding'] ?? '')) ?? 'identity')
      : 'identity'
    if (name === 'identity') this.#isPlainWanted = true
    const variant = this.#variants.get(name)
    if (variant) {
      this.#write(request, response, [variant, extra])
      return null
    }
    return this.#encodeOnce(name).then((encoded) => this.#write(request, response, [encoded, extra]))
  }

  #write({ method }: IncomingMessage, response: ServerResponse, [variant, extra]: [Variant, readonly string[]]): void {
    response.writeHead(this.status, headersWith(variant, extra))
    if (method === 'HEAD') response.end()
    else response.end(variant.body)
  }

  #encodeOnce(name: VariantName): Promise<Variant> {
    const encoding = this.#encoding.get(name) ?? this.#encode(name).finally(() => this.#encoding.delete(name))
    this.#encoding.set(name, encoding)
    return encoding
  }

  async #encode(name: VariantName): Promise<Variant> {
    const plain = await this.#plain()
    const variant = name === 'identity' ? this.#variant(plain) : this.#variant(await compress(plain, name), name)
    this.#variants.set(name, variant)
    if (!this.#isPlainWanted && this.#variants.size > 1) this.#variants.delete('identity')
    this.onChange()
    return variant
  }

  async #plain(): Promise<Buffer> {
    const plain = this.#variants.get('identity')?.body
    if (plain) return plain
    const [[name, { body }]] = this.#variants as unknown as [[Encoding, Variant]]
    return decompress(body, name)
  }

  #variant(body: Buffer, encoding?: Encoding): Variant {
    const headers: [string, string][] = [...this.#headers, ['content-length', String(body.length)]]
    if (encoding) headers.push(['content-encoding', encoding])
    return { headers: headers.flat(), body, joined: null }
  }

  /** Pages have neither an entity tag nor a date: the specification wants them sent in full each time. */
  #isUnchangedFor(request: IncomingMessage): boolean {
    const etag = this.#etag
    if (etag === undefined) return false
    const conditions = { get: (name: string) => request.headers[name]?.toString() ?? null }
    const lastModified = this.#headers.find(([name]) => name === 'last-modified')?.[1]
    return isUnchanged(conditions, { etag, 'last-modified': lastModified })
  }

  #sendUnchanged(response: ServerResponse): void {
    const headers = this.#headers.filter(([name]) => name !== 'content-type' && name !== 'content-disposition')
    response.writeHead(304, headers.flat()).end()
  }
}

function headersWith(variant: Variant, extra: readonly string[]): string[] {
  if (extra.length === 0) return variant.headers
  if (variant.joined?.extra !== extra) variant.joined = { extra, headers: [...variant.headers, ...extra] }
  return variant.joined.headers
}
