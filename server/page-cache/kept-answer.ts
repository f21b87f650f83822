import type { IncomingMessage, ServerResponse } from 'node:http'
import { bestEncoding, compress, decompress, isCompressible, type Encoding } from '#server/compression.ts'
import { isUnchanged } from '#server/syndication/public-answer.ts'
import type { Stored } from './answer-store.ts'

/** Bytes on the wire, in one form. */
interface Form {
  /** Names and values in turn: node:http writes such a list as it is. */
  headers: string[]
  body: Buffer
}

type FormName = Encoding | 'identity'

export interface AnswerAbout {
  parts: ReadonlySet<string>
  /** When its rendering began, in milliseconds since the epoch. */
  renderedAt: number
  /** When the time of day makes another answer of it. */
  until: number
}

/** What headers and names of an entry take beside its bodies, roughly. */
const OVERHEAD = 3_000

/** Headers that belong to one transfer. */
const OF_TRANSFER = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/** An answer in memory, in every form that somebody has asked for. */
export class KeptAnswer implements Stored {
  readonly status: number
  readonly parts: ReadonlySet<string>
  readonly renderedAt: number
  readonly until: number
  isOutdated = false
  /** Told when it takes more or less room than before. */
  onChange: () => void = () => {}
  readonly #headers: [string, string][]
  readonly #etag: string | undefined
  readonly #isCompressible: boolean
  readonly #forms = new Map<FormName, Form>()
  readonly #making = new Map<FormName, Promise<Form>>()
  /** The form it was rendered in goes when it has been compressed and nobody wanted it as it was. */
  #isPlainWanted: boolean

  private constructor(response: Response, body: Buffer, about: AnswerAbout) {
    this.status = response.status
    this.parts = about.parts
    this.renderedAt = about.renderedAt
    this.until = about.until
    const { headers } = response
    const isReady = headers.has('content-encoding')
    this.#isCompressible = !isReady && isCompressible(headers.get('content-type') ?? '', body.length)
    // Tables are read without compression when they are not kept.
    if (this.#isCompressible && !headers.get('vary')?.includes('accept-encoding'))
      headers.append('vary', 'accept-encoding')
    this.#headers = [...headers].filter(([name]) => !OF_TRANSFER.has(name))
    this.#etag = this.status === 200 ? (headers.get('etag') ?? undefined) : undefined
    this.#isPlainWanted = !this.#isCompressible
    this.#forms.set('identity', this.#form(body))
  }

  static async of(response: Response, about: AnswerAbout): Promise<KeptAnswer> {
    return new KeptAnswer(response, Buffer.from(await response.arrayBuffer()), about)
  }

  get bytes(): number {
    let bytes = OVERHEAD
    for (const { body } of this.#forms.values()) bytes += body.length
    return bytes
  }

  /**
   * @param extra more headers, names and values in turn
   * @returns null when it is sent, and otherwise when it will be: a form that nobody has asked for is made first
   */
  send(request: IncomingMessage, response: ServerResponse, extra: string[] = []): Promise<void> | null {
    if (this.#isKnownTo(request)) {
      this.#sendUnchanged(response)
      return null
    }
    const name = this.#isCompressible
      ? (bestEncoding(String(request.headers['accept-encoding'] ?? '')) ?? 'identity')
      : 'identity'
    if (name === 'identity') this.#isPlainWanted = true
    const form = this.#forms.get(name)
    if (form) {
      this.#write(request, response, [form, extra])
      return null
    }
    return this.#make(name).then((made) => this.#write(request, response, [made, extra]))
  }

  #write({ method }: IncomingMessage, response: ServerResponse, [{ headers, body }, extra]: [Form, string[]]): void {
    response.writeHead(this.status, extra.length > 0 ? [...headers, ...extra] : headers)
    if (method === 'HEAD') response.end()
    else response.end(body)
  }

  #make(name: FormName): Promise<Form> {
    const making = this.#making.get(name) ?? this.#encode(name).finally(() => this.#making.delete(name))
    this.#making.set(name, making)
    return making
  }

  async #encode(name: FormName): Promise<Form> {
    const plain = await this.#plain()
    const form = name === 'identity' ? this.#form(plain) : this.#form(await compress(plain, name), name)
    this.#forms.set(name, form)
    if (!this.#isPlainWanted && this.#forms.size > 1) this.#forms.delete('identity')
    this.onChange()
    return form
  }

  async #plain(): Promise<Buffer> {
    const plain = this.#forms.get('identity')?.body
    if (plain) return plain
    const [[name, { body }]] = this.#forms as unknown as [[Encoding, Form]]
    return decompress(body, name)
  }

  #form(body: Buffer, encoding?: Encoding): Form {
    const headers: [string, string][] = [...this.#headers, ['content-length', String(body.length)]]
    if (encoding) headers.push(['content-encoding', encoding])
    return { headers: headers.flat(), body }
  }

  /** Pages carry neither a tag nor a date: they are told again each time, as the specification wants it. */
  #isKnownTo(request: IncomingMessage): boolean {
    const etag = this.#etag
    if (etag === undefined) return false
    const asked = { get: (name: string) => request.headers[name]?.toString() ?? null }
    return isUnchanged(asked, { etag, 'last-modified': this.#headers.find(([name]) => name === 'last-modified')?.[1] })
  }

  #sendUnchanged(response: ServerResponse): void {
    const headers = this.#headers.filter(([name]) => name !== 'content-type' && name !== 'content-disposition')
    response.writeHead(304, headers.flat()).end()
  }
}
