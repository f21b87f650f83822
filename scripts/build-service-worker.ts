import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { SERVICE_WORKER_PATH } from '../domain/app-shell.ts'
import { VISITOR_FILES } from './visitor-bundles.ts'

/** What every page asks for besides scripts of its own: the list of all pages, and the font of English text. */
const OTHER_FILES = ['assets/manifest-*.js', 'assets/noto-sans-latin-[!e]*.woff2']

/**
 * Builds the service worker with the list of files it keeps. It is no part of the pages' own build: another global
 * scope, one file, a fixed address.
 *
 * @param clientFolder of the build; the worker is written into it
 * @param serverEntry the server's bundle: a change of what it renders is another version too
 */
export async function buildServiceWorker(clientFolder: string, serverEntry: string): Promise<void> {
  const files = shellFiles(clientFolder)
  const id = createHash('sha256').update(files.join()).update(readFileSync(serverEntry)).digest('hex').slice(0, 16)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify({ id, files }) },
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

/** @returns paths of all scripts of visitors and of what else their pages need, in a stable order */
function shellFiles(clientFolder: string): string[] {
  const listed = join(clientFolder, VISITOR_FILES)
  const scripts = JSON.parse(readFileSync(listed, 'utf8')) as string[]
  rmSync(listed)
  const others = OTHER_FILES.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: clientFolder })
    if (found.length !== 1) throw new Error(`The app shell needs one file ${pattern}; the build has ${found.length}`)
    return found
  })
  return [...scripts, ...others].map((file) => `/${file}`).sort()
}
