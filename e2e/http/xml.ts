import { readFileSync } from 'node:fs'
import { memoryPages, validateXML } from 'xmllint-wasm'

export type Schema = 'sitemap.xsd' | 'siteindex.xsd' | 'atom.rng' | 'rss.rng'

/** @returns what a document breaks of its schema, and of XML itself */
export async function faultsOf(xml: string, schema: Schema): Promise<string[]> {
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

/** @returns the document in the one form that XML calls canonical: no wrapped texts, no short elements */
export async function canonicalXml(xml: string): Promise<string> {
  const { normalized, rawOutput } = await validateXML({ xml, normalization: 'c14n', maxMemoryPages: memoryPages.GiB })
  if (!normalized) throw new Error(rawOutput)
  return normalized
}

/** @returns the texts of every element of a name, as a reader of XML sees them */
export function textsIn(canonical: string, element: string): string[] {
  const found = canonical.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, 'g'))
  return Array.from(found, ([, text = '']) => unescaped(text))
}

/** @returns the values of an attribute of every element of a name */
export function attributesIn(canonical: string, element: string, attribute: string): string[] {
  const found = canonical.matchAll(new RegExp(`<${element} (?:[^>]* )?${attribute}="([^"]*)"`, 'g'))
  return Array.from(found, ([, text = '']) => unescaped(text))
}

const meanings: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** @returns the text that HTML or XML means */
export function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => {
    const [, base, digits = ''] = /^#(x?)([0-9a-f]+)$/i.exec(name) ?? []
    return digits ? String.fromCodePoint(Number.parseInt(digits, base ? 16 : 10)) : (meanings[name] ?? whole)
  })
}
