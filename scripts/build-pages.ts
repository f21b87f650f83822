/** Builds the client files of the public pages, after React Router has built the admin and the server bundle. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import type { CreateSite, PageInfo } from '../server/site-interface.ts'
import { buildServiceWorker, filesOfModule } from './build-service-worker.ts'
import { firstScript } from './first-script.ts'
import { precompress } from './precompress.ts'
import { checkWeight } from './weight-budget.ts'
import { withoutKinds } from './without-kinds.ts'

const ENTRY = 'app/browser/main.ts'
/** Loaded when a page is idle. It shows that the device is offline, so the service worker precaches it. */
const BANNERS = 'app/browser/banners/start-banners.ts'
/** What is saved can be read, and more can be saved, without a network. */
const SAVED = ['app/saved/start-stars.ts', 'app/saved/start-saved-page.ts']
const client = 'build/client'
const serverEntry = 'build/server/index.js'

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [withoutKinds],
  build: {
    outDir: client,
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: '.vite/pages-manifest.json',
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ENTRY,
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }, firstScript(ENTRY)],
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
await buildServiceWorker(client, {
  pages: server.pages,
  files: [...files, ...[BANNERS, ...SAVED].flatMap((source) => filesOfModule(manifest, source))],
  serverEntry,
})
await precompress(client)
await checkWeight({ client, scripts: files, createSite: server.createSite })
