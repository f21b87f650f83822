/** Builds the client files of the public pages, after React Router has built the admin and the server bundle. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest, type Plugin } from 'vite'
import type { CreateSite, PageInfo } from '../server/site-interface.ts'
import { buildServiceWorker, filesOfModule } from './build-service-worker.ts'
import { firstScript } from './first-script.ts'
import { precompress } from './precompress.ts'
import { checkWeight } from './weight-budget.ts'
import { withoutKinds } from './without-kinds.ts'

const ENTRY = 'app/browser/main.ts'
/**
 * Needed without a network, so the service worker precaches them: what a page loads when it is idle, which shows that the
 * device is offline and saves notices, and the page of saved notices.
 */
const OFFLINE = ['app/browser/start-later.ts', 'app/islands/registry.ts', 'app/saved/start-saved-page.ts']
/** The names of files that the first script imports are a part of it, and hashes cannot be compressed: 6 characters are enough. */
const NAME = 'assets/[name]-[hash:6]'
const client = 'build/client'
const serverEntry = 'build/server/index.js'

/**
 * The files that a script requests together with one that it imports later. Their names are a part of the first script,
 * so only what a visitor waits for has all of them; a stylesheet is always among them.
 */
const resolveDependencies = (file: string, dependencies: string[]) =>
  file.includes('start-search-box') ? dependencies : dependencies.filter((dependency) => dependency.endsWith('.css'))

/** Vite imports its helper for the style sheets of later parts by this name. */
const shortPreloadHelper: Plugin = {
  name: 'short-preload-helper',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? resolve('app/browser/load-with-styles.ts') : null),
}

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [withoutKinds, shortPreloadHelper],
  build: {
    outDir: client,
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: '.vite/pages-manifest.json',
    modulePreload: { polyfill: false, resolveDependencies },
    rollupOptions: {
      optimization: { inlineConst: true },
      input: ENTRY,
      output: {
        entryFileNames: `${NAME}.js`,
        chunkFileNames: `${NAME}.js`,
        assetFileNames: `${NAME}[extname]`,
        codeSplitting: {
          groups: [
            // What later scripts share without React. It comes first, because a group includes what its modules import.
            { name: 'text', test: /\/(text-language|numbers)\.ts$/ },
            // React, with small components that several islands share: in a file of their own they would be a further request.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|\/(stored-text|icon)\.tsx$/ },
            firstScript(ENTRY),
          ],
        },
      },
    },
  },
})

const manifest = JSON.parse(readFileSync(join(client, '.vite/pages-manifest.json'), 'utf8')) as Manifest
const files = filesOfModule(manifest, ENTRY)
const [main = ''] = files
const server = (await import(pathToFileURL(serverEntry).href)) as { pages: readonly PageInfo[]; createSite: CreateSite }
// The server reads the address of the script from this file, and tests read the addresses of the pages.
const paths = server.pages.filter(({ sitemap }) => sitemap === true).map(({ path }) => path)
writeFileSync(join(client, '.vite/pages.json'), JSON.stringify({ main, paths }))
const precached = [...files, ...OFFLINE.flatMap((source) => filesOfModule(manifest, source))]
await buildServiceWorker(client, { pages: server.pages, files: precached, serverEntry })
await precompress(client)
await checkWeight({ client, scripts: files, precached, createSite: server.createSite })
