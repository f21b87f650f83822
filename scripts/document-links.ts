import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A link of a document; its path is relative to the root of the repository. */
export interface Link {
  label: string
  path: string
  anchor: string | undefined
}

/** A document whose tables name files and tests. */
export interface LinkedDocument {
  text: string
  /** @returns the rows of all tables whose first cell matches, as lists of their cells */
  rowsOf: (first: RegExp) => string[][]
  /** @returns the links of a part of the document */
  linksOf: (part: string) => Link[]
}

/** @param path of a file of the repository, relative to its root */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** @param page a Markdown file, relative to the folder of the documentation */
export function readDocument(page: string): LinkedDocument {
  const path = join('docs', page)
  const text = read(path)
  return {
    text,
    rowsOf(first) {
      const lines = text.split('\n').filter((line) => line.startsWith('| '))
      return lines.map((line) => line.split(/ *(?<!\\)\| */).slice(1, -1)).filter(([cell = '']) => first.test(cell))
    },
    linksOf(part) {
      const found = part.matchAll(/\[((?:\\.|[^\]\\])+)\]\(([^)#]*)(?:#([\w-]+))?\)/g)
      return [...found].map(([, label = '', target = '', anchor]) => ({
        label: label.replaceAll(/\\(.)/g, '$1'),
        path: target ? normalize(join(dirname(path), target)) : path,
        anchor,
      }))
    },
  }
}

/** @returns whether a link leads to a test: its label is then the title of the test, or the name of its file */
export function isTest({ path }: Link): boolean {
  return /\.(test|spec)\.tsx?$|^test\/fuzz\//.test(path)
}

/** @returns whether the file of a link exists, with the heading or the test that the link names */
export function isThere(link: Link): boolean {
  const { label, path, anchor } = link
  if (!existsSync(join(root, path))) return false
  const content = read(path)
  if (anchor) return headingsOf(content).includes(anchor)
  return !isTest(link) || [basename(path), basename(path, '.test.ts')].includes(label) || hasTitle(content, label)
}

function hasTitle(content: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => content.includes(quote + title + quote))
}

/** @returns the anchors that GitHub gives the headings of a page */
export function headingsOf(content: string): string[] {
  return Array.from(content.matchAll(/^#{1,6} (.*)$/gm), ([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}
