import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { build, type Manifest } from 'vite'
import { SERVICE_WORKER_PATH } from '../domain/app-shell.ts'
import { withoutKinds } from './without-kinds.ts'

interface ServiceWorkerOptions {
  /** Every page of the site, as exported by the server bundle. */
  pages: readonly { path: string; offline: boolean }[]
  /** Paths of the files to precache. */
  files: readonly string[]
  /** File of the server bundle. Its content is part of the version, because a change may change rendered pages. */
  serverEntry: string
}

/**
 * Builds the service worker with the files that it precaches and the pages that it may cache. This is a separate build,
 * because the worker has another global scope and must be a single file at a fixed address.
 *
 * @param clientFolder folder of the client build, into which the worker is written
 */
export async function buildServiceWorker(clientFolder: string, options: ServiceWorkerOptions): Promise<void> {
  const files = [...new Set(options.files)].toSorted()
  const pages = options.pages.filter(({ offline }) => offline).map(({ path }) => pathPattern(path))
  const id = createHash('sha256')
    .update(JSON.stringify([files, pages]))
    .update(readFileSync(options.serverEntry))
    .digest('hex')
    .slice(0, 16)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutKinds],
    define: { BUILD_ID: JSON.stringify(id), BUILD_FILES: JSON.stringify(files), BUILD_PAGES: JSON.stringify(pages) },
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: 'app/service-worker/service-worker.ts',
        output: { entryFileNames: SERVICE_WORKER_PATH.slice(1), codeSplitting: false },
      },
    },
  })
}

/**
 * @param manifest of the client build
 * @param source path of a module that has its own chunk
 * @returns paths of that chunk, of its styles, and of its static imports
 * @throws Error when the manifest does not contain the module
 */
export function filesOfModule(manifest: Manifest, source: string): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The client build has no ${name}`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(add)
  }
  add(source)
  return Array.from(files, (file) => `/${file}`)
}

/** @returns source of a regular expression for a pattern of the server's router: '/jobs/:slug' */
export function pathPattern(path: string): string {
  const segments = path.split('/').map((segment) => {
    const parameter = /^:\w+(?:\{(.+)\})?$/.exec(segment)
    if (parameter) return parameter[1] ? `(?:${parameter[1]})` : '[^/]+'
    if (!/^[\w-]*$/.test(segment)) throw new Error(`The route pattern ${path} is not supported by the service worker`)
    return segment
  })
  return `^${segments.join('/')}$`
}
