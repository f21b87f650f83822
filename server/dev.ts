import { createServer } from 'node:http'
import { relative } from 'node:path'
import { createServer as createVite, type Plugin } from 'vite'
import { configHelp } from './config-help.ts'
import { readConfig } from './config.ts'
import { attachRealtime, createSiteListener } from './http.ts'
import { checkPort, listen } from './listen.ts'
import { setLogLevel } from './log.ts'
import type { CreateSite } from './site-interface.ts'
import { startBackend } from './start-backend.ts'
import { announceAddress } from './start-progress.ts'
import { runUntilShutdown, together } from './shutdown.ts'

/** The development server: the same backend, with pages that Vite builds on demand and reloads after changes. */
if (process.argv.includes('--help')) console.log(configHelp())
else {
  await runUntilShutdown(async (register) => {
    const config = readConfig(process.env)
    setLogLevel(config.logLevel)
    await checkPort(config)
    const backend = await startBackend(config, register)

    const server = createServer()
    const vite = await createVite({
      server: {
        middlewareMode: true,
        hmr: { server },
        // Editors empty a file and then write it. The watcher ignores the second event when both have the same time stamp.
        watch: { awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 } },
      },
      appType: 'custom',
      // Vite optimizes all dependencies at the start; one that it found later would cause a reload and an error.
      optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
      plugins: [pageChanges()],
    })
    register(vite)
    const loadSite = () => vite.ssrLoadModule('./server/site.ts') as Promise<{ createSite: CreateSite }>
    // The list of pages is read once: a new page needs a restart, a changed page does not.
    const first = await loadSite()
    const createSite: CreateSite = (options) => ({
      ...first.createSite(options),
      fetch: async (request, context) => {
        const { createSite: createCurrent } = await loadSite()
        return withInlineStyles(await createCurrent(options).fetch(request, context))
      },
    })
    const assets = { main: '/app/browser/dev-main.ts' }
    const handle = createSiteListener({ backend, config, clientDir: null, assets, createSite })
    server.on('request', (request, response) => vite.middlewares(request, response, () => handle(request, response)))
    attachRealtime(server, { backend, config })
    register(together(await listen(server, config), backend.realtime, backend.push))
    announceAddress(config)
  })
}

/** Tells open pages to fetch themselves again once the changed file is no longer used: the watcher's own event comes before. */
function pageChanges(): Plugin {
  return {
    name: 'page-changes',
    hotUpdate({ file }) {
      const path = relative(import.meta.dirname, file)
      const isOfPages = /^\.\.\/(app(?!\/admin)|domain)\//.test(path)
      if (isOfPages && this.environment.name === 'client') this.environment.hot.send('page-changed')
    },
  }
}

/** Allows inline styles, because the content of Vite's style elements and error overlay cannot be hashed in advance. */
function withInlineStyles(response: Response): Response {
  const policy = response.headers.get('content-security-policy')
  if (policy) {
    const open = policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    response.headers.set('content-security-policy', open)
  }
  return response
}
