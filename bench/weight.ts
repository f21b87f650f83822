import { brotliCompressSync, constants } from 'node:zlib'

/** The pages whose first view is measured. */
export interface MeasuredPages {
  home: string
  list: string
  detail: string
}

/**
 * Prints the compressed bytes of the first view of home, list and detail: the HTML as served, all JavaScript the HTML
 * names, the inlined CSS, and the fonts it preloads.
 */
export async function measureWeight(url: string): Promise<MeasuredPages> {
  const list = '/jobs'
  const listHtml = await (await fetch(url + list)).text()
  const detail = /href="(\/jobs\/[a-z0-9-]+)"/.exec(listHtml)?.[1] ?? '/'
  const pages = { home: '/', list, detail }
  const rows: Record<string, Record<string, string>> = {}
  for (const [name, path] of Object.entries(pages)) rows[name] = await weigh(url, path)
  console.log('\nFirst view, brotli, KB (1,000 bytes); the aims are 120 of JavaScript and 15 of CSS')
  console.table(rows)
  return pages
}

async function weigh(url: string, path: string): Promise<Record<string, string>> {
  const html = await (await fetch(url + path)).text()
  const scripts = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  const fonts = new Set(html.match(/\/assets\/[\w.-]+\.woff2(?="[^>]*as="font"|" as="font")/g))
  const css = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  return {
    HTML: kilobytes(brotli(html)),
    JavaScript: kilobytes(await served(url, scripts)),
    'CSS (in the HTML)': kilobytes(brotli(css)),
    'fonts preloaded': kilobytes(await served(url, fonts)),
  }
}

async function served(url: string, paths: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const path of paths) {
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } })
    bytes += Number(answer.headers.get('content-length'))
    await answer.arrayBuffer()
  }
  return bytes
}

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
