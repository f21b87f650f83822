import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = ['app', 'backend', 'bench', 'domain', 'e2e', 'scripts', 'server', 'supabase', 'test']

/** The text of every file of the code, by its path from the root; this test names what it forbids. */
const code = new Map(
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path) && basename(path) !== basename(import.meta.filename))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

/** README.md or a file of docs/, a decision also by its number alone, with the anchor of one of its headings. */
const mention = /\b(docs\/[\w/-]+(?:\.md)?|README\.md)(?:#([\w-]+))?/g

/** Documents that readers of the repository do not have. Standards are named with who publishes them. */
const foreign =
  /\bspecification, sections? |\bthe specification\b|Source: section \d|security cases|fault cases|\bdecisions, "|Source: Architecture/i

test('comments name documents and headings that exist', () => {
  const missing = linesWith(mention).flatMap(({ location, match: [name, path = '', anchor] }) => {
    const file = fileOf(path)
    const exists = file !== null && (anchor === undefined || anchorsOf(file).has(anchor))
    return exists ? [] : [`${location}: ${name}`]
  })
  expect(missing).toEqual([])
})

test('comments name a rule of docs/behaviour by its heading', () => {
  const whole = linesWith(mention).filter(
    ({ match: [, path, anchor] }) => path?.startsWith('docs/behaviour/') && !anchor,
  )
  expect(whole.map(({ location }) => location)).toEqual([])
})

test('comments name no document that is not in the repository', () => {
  const found = linesWith(new RegExp(foreign, 'gi')).map(({ location, match: [name] }) => `${location}: ${name}`)
  expect(found).toEqual([])
})

test('every heading of docs/behaviour is an anchor of its own', () => {
  const pages = readdirSync(join(root, 'docs/behaviour')).filter((name) => name.endsWith('.md'))
  const repeated = pages.filter((name) => {
    const headings = headingsOf(join('docs/behaviour', name))
    return new Set(headings).size < headings.length
  })
  expect(repeated).toEqual([])
})

/** Words that this code once used for what the field calls cached, stored, limiter, timeout, worker, patch, error, invalidate. */
const replacedTerms =
  /\b[kK]ept\b|\binTurn\b|\b(im)?patience\b|\blanes?\b|\bmend(s|ed)?\b|Refus(ed|al)|\bshows\(|\boutdate\b|\bfarewell\b|\b[sS]weep\b|wordsOf|-double\b|\brenewal\b|\bwhoever\b|writerOf|actAs|table-interface|change feed|untilStopped/g

/** Texts for visitors are written in everyday words. */
const TEXTS_FOR_VISITORS = ['app/pages/privacy/privacy-sections.tsx']

test('code uses standard terms, which docs/glossary.md completes', () => {
  const found = linesWith(replacedTerms).filter(
    ({ location }) => !TEXTS_FOR_VISITORS.some((path) => location.startsWith(path)),
  )
  expect(found.map(({ location, match: [word] }) => `${location}: ${word}`)).toEqual([])
})

function linesWith(pattern: RegExp): { location: string; match: RegExpExecArray }[] {
  return [...code].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map((match) => ({
      location: `${path}:${text.slice(0, match.index).split('\n').length}`,
      match,
    })),
  )
}

/** @returns the path of a document, or null; 'docs/decisions/016' is the one whose name begins so */
function fileOf(path: string): string | null {
  if (existsSync(join(root, path)) && statSync(join(root, path)).isFile()) return path
  const folder = dirname(path)
  if (folder !== 'docs/decisions' || !existsSync(join(root, folder))) return null
  const name = readdirSync(join(root, folder)).find((each) => each.startsWith(`${basename(path)}-`))
  return name === undefined ? null : join(folder, name)
}

function anchorsOf(path: string): Set<string> {
  return new Set(headingsOf(path))
}

/** @returns the anchors that GitHub gives the headings of a page */
function headingsOf(path: string): string[] {
  const headings = readFileSync(join(root, path), 'utf8').matchAll(/^#{1,6} (.*)$/gm)
  return Array.from(headings, ([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}
