import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { headingsOf, read } from './document-links.ts'

const root = join(import.meta.dirname, '..')
const folders = ['app', 'backend', 'bench', 'domain', 'e2e', 'scripts', 'server', 'supabase', 'test']

/** The text of every file of the code, by its path from the root; this test names what it forbids. */
const code = textsOf(folders, /(?<!language\.test)\.(ts|tsx|mjs|css|sql)$/)

/** README.md or a file of docs/, a decision also by its number alone, with the anchor of one of its headings. */
const mention = /\b(docs\/[\w/-]+(?:\.md)?|README\.md)(?:#([\w-]+))?/g

/** Documents that readers of the repository do not have. Standards are named with who publishes them. */
const foreign =
  /\bspecification, sections? |\bthe specification\b|Source: section \d|security cases|fault cases|\bdecisions, "|Source: Architecture/i

test('comments name documents and headings that exist', () => {
  const missing = linesWith(mention).flatMap(({ location, match: [name, path = '', anchor] }) => {
    const file = fileOf(path)
    const exists = file !== null && (anchor === undefined || headingsOf(read(file)).includes(anchor))
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
    const headings = headingsOf(read(join('docs/behaviour', name)))
    return new Set(headings).size < headings.length
  })
  expect(repeated).toEqual([])
})

/** Names that this code once used for what the field calls limiter, timeout, worker, patch, error, invalidate, notify, ad space. */
const replacedNames =
  /\binTurn\b|\b(im)?patience\b|\bpatient\b|\blanes?\b|\bmend(s|ed)?\b|\bshows\(|\boutdate\b|\bfarewell\b|wordsOf|-double\b|\brenewal\b|writerOf|actAs|table[ -]interface|change feed|untilStopped|hasAdRoom|ad-room|tellsFollowers|areTold/

/** Words that the code once used for cached, stored, rejected, heartbeat check; in documents they have their everyday meaning. */
const replacedTerms = new RegExp(
  `${replacedNames.source}|\\b[kK]ept\\b|Refus(ed|al)|\\b[sS]weep\\b|\\bwhoever\\b|\\bconst (say|room|does)\\b|\\bfunction say\\b`,
  'g',
)

/** The decision that lists the replaced words. */
const DECISION_ON_TERMS = 'docs/decisions/024-standard-terms.md'

/** The text of every document, by its path from the root. */
const documents = textsOf(['docs', 'bench'], /\.md$/)

/** Texts for visitors are written in everyday words. */
const TEXTS_FOR_VISITORS = ['app/pages/privacy/privacy-sections.tsx']

test('code uses standard terms, which docs/glossary.md completes', () => {
  const found = linesWith(replacedTerms).filter(
    ({ location }) => !TEXTS_FOR_VISITORS.some((path) => location.startsWith(path)),
  )
  expect(found.map(({ location, match: [word] }) => `${location}: ${word}`)).toEqual([])
})

test('documents use standard terms', () => {
  const found = linesWith(new RegExp(replacedNames, 'g'), documents).filter(
    ({ location }) => !location.startsWith(DECISION_ON_TERMS),
  )
  expect(found.map(({ location, match: [word] }) => `${location}: ${word}`)).toEqual([])
})

function textsOf(parents: readonly string[], names: RegExp): Map<string, string> {
  return new Map(
    parents
      .flatMap((parent) =>
        readdirSync(join(root, parent), { recursive: true, encoding: 'utf8' }).map((path) => join(parent, path)),
      )
      .filter((path) => names.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

function linesWith(pattern: RegExp, texts = code): { location: string; match: RegExpExecArray }[] {
  return [...texts].flatMap(([path, text]) =>
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
