import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

/** Brotli bytes of the first view. Source: docs/decisions/004, "Weight". */
const JAVASCRIPT_MAX = 120_000
const CSS_MAX = 15_000

/** The pages most visits begin with, by their route ids. */
const MEASURED = { home: 'site/home/route', list: 'list:jobs', detail: 'detail:/jobs' }

/** What surrounds them all. */
const LAYOUT = 'site/layout/site-layout'

interface Assets {
  module: string
  imports?: string[]
  clientLoaderModule?: string
}

interface Manifest {
  entry: Assets
  routes: Record<string, Assets>
}

/**
 * Fails a build whose first views have become too heavy.
 *
 * @param clientFolder of the build, with its compressed files
 * @throws Error that names the page and its bytes
 */
export async function checkWeight(clientFolder: string): Promise<void> {
  const manifest = readManifest(clientFolder)
  for (const [page, id] of Object.entries(MEASURED)) {
    const route = manifest.routes[id]
    if (!route) throw new Error(`The weight of the ${page} page is unknown: there is no route "${id}"`)
    const bytes = weigh(clientFolder, [manifest.entry, manifest.routes['root'], manifest.routes[LAYOUT], route])
    check(`The JavaScript of the ${page} page`, bytes, JAVASCRIPT_MAX)
  }
  check('The style sheet', await styleBytes(), CSS_MAX)
}

function check(what: string, bytes: number, most: number): void {
  if (bytes > most) throw new Error(`${what} weighs ${bytes} bytes in brotli; at most ${most} are allowed`)
}

function weigh(folder: string, parts: (Assets | undefined)[]): number {
  const files = parts.flatMap((part) => (part ? [part.module, part.clientLoaderModule, ...(part.imports ?? [])] : []))
  return [...new Set(files)].reduce((sum, file) => sum + (file ? fileBytes(join(folder, file)) : 0), 0)
}

function fileBytes(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

function readManifest(folder: string): Manifest {
  const [file] = globSync('assets/manifest-*.js', { cwd: folder })
  if (!file) throw new Error('The build has no route manifest')
  const text = readFileSync(join(folder, file), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

/** The style sheet is inlined into every page, so it is built once more by itself. */
async function styleBytes(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input: 'app/ui/styles.css' }, assetsInlineLimit: 0 },
  })
  const [{ output } = { output: [] }] = [built].flat() as { output: { fileName: string; source?: string }[] }[]
  const css = output.find(({ fileName }) => fileName.endsWith('.css'))?.source
  if (!css) throw new Error('The style sheet could not be weighed')
  return brotliCompressSync(css).length
}
