import { get } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { showTable } from '#bench/figures.ts'

/** Name and path of the pages whose first view is measured. */
export type MeasuredPages = Record<'home' | 'list' | 'detail' | 'search', string>

/** A page of each type. */
export async function measuredPagesOf(url: string): Promise<MeasuredPages> {
  const list = await (await fetch(`${url}/jobs`)).text()
  const detail = /href="(\/jobs\/[a-z0-9-]+)"/.exec(list)?.[1] ?? '/jobs'
  return { home: '/', list: '/jobs', detail, search: '/search?q=ssc' }
}

/** Prints the bytes that the first view of each page loads before any interaction. */
export async function measureWeight(url: string, pages: MeasuredPages): Promise<void> {
  const rows: Record<string, Record<string, string>> = {}
  for (const [name, path] of Object.entries(pages)) rows[name] = await weigh(url, path)
  console.log('\nFirst view, brotli, KB (1,000 bytes); the targets are 19 of HTML for home, 12 for list and detail,')
  console.log('10 of scripts. Resources that a page loads later by itself, such as fonts, are not counted.')
  showTable('First view', rows)
}

async function weigh(url: string, path: string): Promise<Record<string, string>> {
  const html = await (await fetch(url + path)).text()
  const whole = brotli(html)
  const scripts = await withImports(url, namedScripts(html))
  return {
    HTML: kilobytes(whole),
    'HTML as sent': kilobytes(await sentBytes(url + path)),
    'styles in it': kilobytes(whole - brotli(html.replace(/<style[^>]*>[\s\S]*?<\/style>/g, ''))),
    scripts: kilobytes(await sum([...scripts].map((script) => sentBytes(url + script)))),
    'number of scripts': String(scripts.size),
  }
}

/** Scripts that a document loads or preloads, also from an inline script. */
function namedScripts(html: string): string[] {
  const elements = html.match(/<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>/g) ?? []
  return elements.flatMap((element) => element.match(/\/assets\/[\w.-]+\.js/g) ?? [])
}

/** Scripts and all their static imports. */
async function withImports(url: string, scripts: string[]): Promise<Set<string>> {
  const found = new Set(scripts)
  for (const script of found) {
    const text = await (await fetch(url + script)).text()
    for (const [, imported = ''] of text.matchAll(/\b(?:from|import)\s*["']([^"']+\.js)["']/g))
      found.add(new URL(imported, url + script).pathname)
  }
  return found
}

/** Bytes of a body as the server sends it to a browser that accepts brotli. */
function sentBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = get(address, { headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} responded with ${response.statusCode}`))
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes))
    })
    outgoing.on('error', reject)
  })
}

async function sum(numbers: Promise<number>[]): Promise<number> {
  return (await Promise.all(numbers)).reduce((total, number) => total + number, 0)
}

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
