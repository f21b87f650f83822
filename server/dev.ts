import { createServer } from 'node:http'
import { relative } from 'node:path'
import { createServer as createVite } from 'vite'
import { configHelp } from './config-help.ts'
import { readConfig } from './config.ts'
import { carryRealtime, createSiteListener } from './http.ts'
import { listen } from './listen.ts'
import { setLogLevel } from './log.ts'
import type { CreateSite } from './site-interface.ts'
import { startBackend } from './start-backend.ts'
import { announceAddress } from './start-progress.ts'
import { runUntilShutdown } from './shutdown.ts'

/** The server for developers: the same backend, with pages that Vite builds on demand and reloads while they change. */
if (process.argv.includes('--help')) console.log(configHelp())
else {
  await runUntilShutdown(async (keep) => {
    const config = readConfig(process.env)
    setLogLevel(config.logLevel)
    const backend = await startBackend(config, keep)

    const server = createServer()
    const vite = await createVite({
      server: { middlewareMode: true, hmr: { server } },
      appType: 'custom',
      // Vite finds every dependency before the first visit; one that it found later would cost a reload and an error.
      optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
    })
    keep(vite)
    vite.watcher.on('change', (file) => {
      const path = relative(import.meta.dirname, file)
      if (/^\.\.\/(app(?!\/admin)|domain)\//.test(path)) vite.environments.client.hot.send('page-changed')
    })
    const loadSite = () => vite.ssrLoadModule('./server/site.ts') as Promise<{ createSite: CreateSite }>
    // The list of pages is the one of the start; a page that is added needs a restart, a page that changes does not.
    const first = await loadSite()
    const createSite: CreateSite = (options) => ({
      pages: first.createSite(options).pages,
      fetch: async (request, context) => {
        const { createSite: createFresh } = await loadSite()
        return withOpenStyles(await createFresh(options).fetch(request, context))
      },
    })
    const assets = { main: '/app/browser/dev-main.ts' }
    const answer = createSiteListener({ backend, config, clientDir: null, assets, createSite })
    server.on('request', (request, response) => vite.middlewares(request, response, () => answer(request, response)))
    carryRealtime(server, backend)
    keep(await listen(server, config))
    keep(backend.realtime)
    keep(backend.push)
    announceAddress(config)
  })
}

/** Vite shows changed styles and its error overlay with style elements that no hash can know before. */
function withOpenStyles(response: Response): Response {
  const policy = response.headers.get('content-security-policy')
  if (policy) {
    const open = policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    response.headers.set('content-security-policy', open)
  }
  return response
}
