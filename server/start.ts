import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config.ts'
import { createSiteServer } from './http.ts'
import { checkPort, listen } from './listen.ts'
import { log, logConsole, setLogLevel } from './log.ts'
import { mailWarnings } from './mail-warnings.ts'
import { openThreadedSite } from './rendering/threaded-site.ts'
import type { SiteOptions } from './site-interface.ts'
import { startBackend } from './start-backend.ts'
import { announceAddress } from './start-progress.ts'
import { runUntilShutdown, together } from './shutdown.ts'

const clientDir = fileURLToPath(new URL('../build/client', import.meta.url))
/** The site as threads import it; the main thread uses the copy in this bundle. */
const siteBundle = new URL('../build/server/index.js', import.meta.url)
/** Written by the build: the client files that documents reference. */
const pageAssets = new URL('../build/client/.vite/pages.json', import.meta.url)

/** Milliseconds in which the first pages are requested. */
const FIRST_PAGES = 10_000

await runUntilShutdown(async (register) => {
  const config = readConfig(process.env)
  setLogLevel(config.logLevel)
  logConsole()
  for (const warning of mailWarnings(config)) log.warn(warning)
  await checkPort(config)
  const backend = await startBackend(config, register)
  const { createSite } = await import('virtual:site')
  const assets = JSON.parse(readFileSync(pageAssets, 'utf8')) as SiteOptions['assets']
  const threaded = openThreadedSite(createSite, { bundle: siteBundle.href, most: config.renderThreads })
  register(threaded)
  const server = createSiteServer({ backend, config, clientDir, assets, createSite: threaded.createSite })
  // The port waits for its connections: realtime ones among them, and those that wait for the mail server.
  register(together(await listen(server, config), backend.realtime, backend.push, backend.mails))
  announceAddress(config)
  // After the first pages, whose code is stored too; a server that is killed would store nothing at its end.
  setTimeout(flushCompileCache, FIRST_PAGES).unref()
})
