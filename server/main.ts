import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartupError } from '#backend/startup-error.ts'
import { configHelp } from './config-help.ts'
import { readConfig } from './config.ts'
import { createSiteServer } from './http.ts'
import { listen } from './listen.ts'
import { logConsole, setLogLevel } from './log.ts'
import type { CreateSite, SiteOptions } from './site-interface.ts'
import { startBackend } from './start-backend.ts'
import { announceAddress } from './start-progress.ts'
import { runUntilShutdown, together } from './shutdown.ts'

const clientDir = fileURLToPath(new URL('../build/client', import.meta.url))
const serverBundle = new URL('../build/server/index.js', import.meta.url)
/** Written by the build: the client files that documents reference. */
const pageAssets = new URL('../build/client/.vite/pages.json', import.meta.url)

if (process.argv.includes('--help')) console.log(configHelp())
else {
  await runUntilShutdown(async (register) => {
    const config = readConfig(process.env)
    setLogLevel(config.logLevel)
    logConsole()
    if (!existsSync(serverBundle) || !existsSync(pageAssets))
      throw new StartupError('The site is not built yet: start it with npm start.')

    const backend = await startBackend(config, register)
    const { createSite } = (await import(serverBundle.href)) as { createSite: CreateSite }
    const assets = JSON.parse(readFileSync(pageAssets, 'utf8')) as SiteOptions['assets']
    const server = createSiteServer({ backend, config, clientDir, assets, createSite })
    // The port waits for its connections, realtime ones among them.
    register(together(await listen(server, config), backend.realtime, backend.push))
    announceAddress(config)
  })
}
