import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Widths of the window at which a layout may change: from phones to tablets, to laptops, and to a form with its preview
 * beside it. A media query cannot read a variable. What depends on the width of a component is a container query.
 */
const WIDTHS = ['48rem', '64rem', '75rem']

/** Heights up to which windows are those of phones, and of phones and tablets. */
const HEIGHTS = ['52rem', '64rem']

const LINES_MAX = 200

/** The only sheet with colours: it gives each a name, and says how it looks in the light and in the dark theme. */
const COLOURS = 'app/ui/styles/tokens.css'

const app = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((path) => join('app', path))
const sheets = app.filter((path) => path.endsWith('.css')).map((path) => ({ path, text: withoutComments(path) }))

test('there are stylesheets', () => {
  expect(sheets.length).toBeGreaterThan(50)
})

test('no stylesheet is longer than 200 lines', () => {
  const long = sheets.filter(({ path }) => readFileSync(path, 'utf8').trimEnd().split('\n').length > LINES_MAX)
  expect(long.map(({ path }) => path)).toEqual([])
})

test('media queries name only the widths and heights that all sheets share', () => {
  const queries = found(/(?<=@media[^{]*)\([^()]*\b(?:width|height)\b[^()]*\)/g)
  const others = queries.filter(({ match }) => {
    const shared = match.includes('width') ? WIDTHS : HEIGHTS
    return !(match.match(/[\d.]+[a-z]+/g) ?? []).every((length) => shared.includes(length))
  })
  expect(queries).not.toEqual([])
  expect(others).toEqual([])
})

test('colours are written only in the sheet of tokens', () => {
  const colours = found(/#[\da-f]{3,8}\b(?=[^{}]*;)|\b(?:rgb|hsl|oklch|lab|color|light-dark)\(/gi)
  expect(colours.filter(({ path }) => path !== COLOURS)).toEqual([])
  expect(colours.filter(({ path }) => path === COLOURS)).not.toEqual([])
})

test('below an element with :has(), rules name an element or a class', () => {
  // Otherwise the browser styles everything in that element again when something, such as a star, is inserted into it.
  const condition = String.raw`:has\((?:[^()]|\([^()]*\))*\)`
  expect(found(new RegExp(`${condition}[^{},]*[ >+~]+(?!:is)[:*[][^{},]*(?=[{,])`, 'g'))).toEqual([])
})

test('public pages ask for no element at any depth of the document', () => {
  // Otherwise the browser searches the whole document whenever an element is inserted.
  const searches = found(/(?:html|body|:root):has\((?!>)[^{]*/g)
  expect(searches.filter(({ path }) => !path.startsWith('app/admin'))).toEqual([])
})

test('every stylesheet is imported', () => {
  const imported = new Set(
    app
      .filter((path) => /\.(css|tsx?)$/.test(path))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/(?:import|from) '([^']+\.css)(?:\?\w+)?'/g)].map(([, name = '']) =>
          name.startsWith('#') ? name.slice(1) : join(dirname(path), name),
        ),
      ),
  )
  expect(sheets.map(({ path }) => path).filter((path) => !imported.has(path))).toEqual([])
})

function found(pattern: RegExp): { path: string; match: string }[] {
  return sheets.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => ({ path, match })))
}

function withoutComments(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
}
