import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { memoryPages, validateXML } from 'xmllint-wasm'

export type Schema = 'sitemap.xsd' | 'siteindex.xsd' | 'atom.rng' | 'rss.rng'

/** @returns what is not valid in a document, by its schema and by XML itself */
export async function validationErrors(xml: string, schema: Schema): Promise<string[]> {
  const contents = readFileSync(new URL(`schemas/${schema}`, import.meta.url), 'utf8')
  const { valid, errors, rawOutput } = await validateXML({
    xml: [{ fileName: 'document.xml', contents: xml }],
    schema: [{ fileName: schema, contents }],
    extension: schema.endsWith('.rng') ? 'relaxng' : 'schema',
    maxMemoryPages: memoryPages.GiB,
  })
  if (valid) return []
  return errors.length > 0 ? errors.map(({ message }) => message) : [rawOutput]
}

/** @returns the document in the canonical form of XML (C14N): no CDATA, no empty-element tags */
export async function canonicalXml(xml: string): Promise<string> {
  const { normalized, rawOutput } = await validateXML({ xml, normalization: 'c14n', maxMemoryPages: memoryPages.GiB })
  if (!normalized) throw new Error(rawOutput)
  return normalized
}

/** @returns the decoded texts of all elements with this name */
export function textsIn(canonical: string, element: string): string[] {
  const found = canonical.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, 'g'))
  return Array.from(found, ([, text = '']) => unescaped(text))
}

/** @returns the decoded values of an attribute of all elements with this name */
export function attributesIn(canonical: string, element: string, attribute: string): string[] {
  const found = canonical.matchAll(new RegExp(`<${element} (?:[^>]* )?${attribute}="([^"]*)"`, 'g'))
  return Array.from(found, ([, text = '']) => unescaped(text))
}

/** @returns the paths of all records below a folder of the site, such as /jobs, from its sitemap */
export async function recordPaths(request: APIRequestContext, folder: string): Promise<string[]> {
  const addresses = textsIn(await (await request.get(`/sitemaps${folder}-1.xml`)).text(), 'loc')
  return addresses.map((address) => new URL(address).pathname)
}

const meanings: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Decodes the entities of HTML and XML. */
export function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => {
    const [, base, digits = ''] = /^#(x?)([0-9a-f]+)$/i.exec(name) ?? []
    return digits ? String.fromCodePoint(Number.parseInt(digits, base ? 16 : 10)) : (meanings[name] ?? whole)
  })
}
