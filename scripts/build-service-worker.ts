import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { build, type Manifest } from 'vite'
import { SERVICE_WORKER_PATH } from '../domain/app-shell.ts'

interface ServiceWorkerOptions {
  /** Every page of the site, as the server's bundle lists them. */
  pages: readonly { path: string; offline: boolean }[]
  /** Paths of the files to store before they are asked for. */
  files: readonly string[]
  /** The server's bundle: a change of what it renders is another version too. */
  serverEntry: string
}

/**
 * Builds the service worker with the files that it precaches and the pages that it may store. It is no part of the pages'
 * own build: another global scope, one file, a fixed address.
 *
 * @param clientFolder of the build; the worker is written into it
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
 * @param source of a module that has a file of its own
 * @returns paths of that file, of its styles, and of what it imports at once
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
    if (!/^[\w-]*$/.test(segment)) throw new Error(`The service worker does not know what ${path} matches`)
    return segment
  })
  return `^${segments.join('/')}$`
}
