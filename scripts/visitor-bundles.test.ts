import { describe, expect, test } from 'vitest'
import { isSharedByVisitors, strayModules, visitorFiles } from './visitor-bundles.ts'

const LAYOUT = '/p/app/site/layout/site-layout.tsx'

/** Who imports whom; entries are what a page begins with. */
const imports: Record<string, string[]> = {
  '/p/app/site/home/route.tsx': ['/p/domain/dates.ts', '/p/app/ui/card.tsx'],
  '/p/app/site/list/route.tsx': ['/p/domain/dates.ts'],
  [LAYOUT]: ['/p/app/ui/brand.tsx'],
  '/p/app/root.tsx': ['/p/app/browser/when-idle.ts'],
  '/p/app/site/search/route.tsx': ['/p/domain/highlight.ts'],
  '/p/app/site/search-box/combobox.tsx': ['/p/domain/highlight.ts', '/p/domain/dates.ts'],
  '/p/app/admin/table/route.tsx': ['/p/domain/dates.ts', '/p/domain/admin/tabs.ts', '/p/app/ui/brand.tsx'],
  '/p/app/admin/form/route.tsx': ['/p/domain/admin/tabs.ts', '/p/app/ui/card.tsx'],
}

/** What is loaded when it is first needed, and by whom. */
const onDemand: Record<string, string[]> = { '/p/app/site/search-box/combobox.tsx': [LAYOUT] }

function graph(id: string) {
  const importers = Object.keys(imports).filter((importer) => imports[importer]?.includes(id))
  const dynamicImporters = onDemand[id] ?? []
  return { importers, dynamicImporters, isEntry: id in imports && dynamicImporters.length === 0 }
}

describe('the common file of visitors holds', () => {
  test.each([
    ['what two of their pages need', '/p/domain/dates.ts', true],
    ['what surrounds every page', '/p/app/ui/brand.tsx', true],
    ['what the document needs', '/p/app/browser/when-idle.ts', true],
    ['not what one page of theirs and the back office need', '/p/app/ui/card.tsx', false],
    ['not what they all load on demand', '/p/app/site/search-box/combobox.tsx', false],
    ['not what one page needs, and something on demand', '/p/domain/highlight.ts', false],
    ['not what two pages of the back office need', '/p/domain/admin/tabs.ts', false],
  ])('%s', (_what, id, expected) => expect(isSharedByVisitors(id, graph)).toBe(expected))
})

describe('a build in which visitors download the back office', () => {
  const chunk = (fileName: string, moduleIds: string[], imports: string[] = []) => ({
    fileName,
    moduleIds,
    imports,
    dynamicImports: [] as string[],
    facadeModuleId: moduleIds[0] ?? null,
    isEntry: true,
  })
  const home = chunk('home.js', ['/p/app/site/home/route.tsx'], ['site.js'])
  const table = chunk('table.js', ['/p/app/admin/table/route.tsx'], ['site.js', 'tabs.js'])
  const tabs = { ...chunk('tabs.js', ['/p/domain/admin/tabs.ts']), isEntry: false }
  const site = { ...chunk('site.js', ['/p/domain/dates.ts']), isEntry: false }

  test('is not one where each has its own files', () => {
    const combobox = { ...chunk('combobox.js', ['/p/app/site/search-box/combobox.tsx']), isEntry: false }
    const layout = chunk('layout.js', [LAYOUT], ['combobox.js'])
    expect(strayModules([home, table, tabs, site, layout, combobox], graph)).toEqual([])
  })

  test('is one where the common file holds what only the back office needs', () => {
    const mixed = { ...site, moduleIds: [...site.moduleIds, '/p/domain/admin/tabs.ts'] }
    expect(strayModules([home, table, mixed], graph)).toEqual(['/p/domain/admin/tabs.ts in site.js'])
  })

  test('is one where a page imports a page of the back office', () => {
    const leaking = { ...home, imports: ['table.js'] }
    expect(strayModules([leaking, table, tabs, site], graph)).toEqual([
      '/p/app/admin/table/route.tsx in table.js',
      '/p/domain/admin/tabs.ts in tabs.js',
    ])
  })
})

test('the files of visitors are what their pages load at once and later, never the back office', () => {
  const chunk = (fileName: string, facade: string | null, [imports, dynamicImports]: string[][]) => {
    const isEntry = facade !== null
    const parts = { imports: imports ?? [], dynamicImports: dynamicImports ?? [] }
    return { fileName, facadeModuleId: facade, isEntry, moduleIds: [], ...parts }
  }
  const files = visitorFiles([
    chunk('home.js', '/p/app/site/home/route.tsx', [['site.js'], ['combobox.js', 'tabs.js']]),
    chunk('site.js', null, [[]]),
    chunk('combobox.js', null, [['words.js']]),
    chunk('words.js', null, [[]]),
    chunk('tabs.js', '/p/app/admin/table/route.tsx', [['site.js', 'grid.js']]),
    chunk('grid.js', null, [[]]),
  ])
  expect(files).toEqual(['home.js', 'site.js', 'combobox.js', 'words.js'])
})
