/** What a visitor downloads: nothing of the back office, neither its code nor what only it imports. */
import type { Plugin, Rolldown } from 'vite'

interface Module {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  isEntry: boolean
}

type ModuleGraph = (id: string) => Module | null

type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'facadeModuleId' | 'isEntry' | 'imports' | 'dynamicImports' | 'moduleIds'
>

/** Where a build leaves the names of all scripts of visitors for the service worker's build; nobody is served from there. */
export const VISITOR_FILES = '.vite/visitor-files.json'

/** What every page begins with. */
const AROUND_ALL = ['/app/root.tsx', '/app/site/layout/site-layout.tsx']

const isBackOffice = (id: string) => id.includes('/app/admin/')

/** Those that need a module, sooner or later. */
const anyImporters = ({ importers, dynamicImporters }: Module) => [...importers, ...dynamicImporters]

/** Those that cannot begin without a module: what is loaded on demand stays in a file of its own. */
const staticImporters = ({ importers }: Module) => [...importers]

/** @returns the pages of visitors, by their entry modules, that need a module */
function visitorEntries(id: string, graph: ModuleGraph, importersOf = anyImporters): Set<string> {
  const entries = new Set<string>()
  const seen = new Set<string>()
  const climb = (from: string) => {
    if (seen.has(from) || isBackOffice(from)) return
    seen.add(from)
    const module = graph(from)
    if (module?.isEntry) entries.add(from)
    if (module) importersOf(module).forEach(climb)
  }
  climb(id)
  return entries
}

/** @returns whether several pages of visitors, or what surrounds all of them, begin with a module: it travels in their common file */
export function isSharedByVisitors(id: string, graph: ModuleGraph): boolean {
  const entries = visitorEntries(id, graph, staticImporters)
  return entries.size > 1 || [...entries].some((entry) => AROUND_ALL.some((module) => entry.includes(module)))
}

/**
 * Modules that visitors would download although no page of theirs needs them.
 *
 * @param chunks every chunk of the client build
 * @returns 'module in file', for each
 */
export function strayModules(chunks: Chunk[], graph: ModuleGraph): string[] {
  return visitorChunks(chunks, ({ imports }) => imports).flatMap(({ fileName, moduleIds }) =>
    moduleIds
      .filter((id) => !id.startsWith('\0') && visitorEntries(id, graph).size === 0)
      .map((id) => `${id} in ${fileName}`),
  )
}

/** @returns files of all scripts that pages of visitors load, at once or when they need them */
export function visitorFiles(chunks: Chunk[]): string[] {
  const later = chunks
    .filter(({ facadeModuleId }) => isBackOffice(facadeModuleId ?? ''))
    .map(({ fileName }) => fileName)
  const loads = ({ imports, dynamicImports }: Chunk) => [
    ...imports,
    ...dynamicImports.filter((file) => !later.includes(file)),
  ]
  return visitorChunks(chunks, loads).map(({ fileName }) => fileName)
}

function visitorChunks(chunks: Chunk[], loads: (chunk: Chunk) => string[]): Chunk[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<Chunk>()
  const load = (chunk: Chunk | undefined) => {
    if (!chunk || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const file of loads(chunk)) load(byFile.get(file))
  }
  chunks.filter((chunk) => chunk.isEntry && !isBackOffice(chunk.facadeModuleId ?? '')).forEach(load)
  return [...loaded]
}

/** Fails a build in which a page of visitors loads anything of the back office. */
export function visitorBundles(): Plugin {
  return {
    name: 'visitor-bundles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const stray = strayModules(chunks, (id) => this.getModuleInfo(id))
      if (stray.length > 0) this.error(`Visitors would download the back office: ${stray.join(', ')}`)
      this.emitFile({ type: 'asset', fileName: VISITOR_FILES, source: JSON.stringify(visitorFiles(chunks)) })
    },
  }
}
