import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '#backend/start-refused.ts'
import { configHelp } from './config-help.ts'
import { readConfig } from './config.ts'
import { createSiteServer } from './http.ts'
import { listen } from './listen.ts'
import { setLogLevel } from './log.ts'
import type { SiteOptions, Site } from './site.ts'
import { startBackend } from './start-backend.ts'
import { announceAddress } from './start-progress.ts'
import { untilStopped } from './until-stopped.ts'

const clientDir = fileURLToPath(new URL('../build/client', import.meta.url))
const serverBundle = new URL('../build/server/index.js', import.meta.url)

if (process.argv.includes('--help')) console.log(configHelp())
else {
  await untilStopped(async (keep) => {
    const config = readConfig(process.env)
    setLogLevel(config.logLevel)
    if (!existsSync(serverBundle)) throw new StartRefused('The site is not built yet: start it with npm start.')

    const backend = await startBackend(config, keep)
    const { createSite } = (await import(serverBundle.href)) as { createSite: (options: SiteOptions) => Site }
    const server = createSiteServer({ backend, config, clientDir, createSite })
    keep(await listen(server, config))
    // Before the port: open sockets would keep it open.
    keep(backend.realtime)
    keep(backend.push)
    announceAddress(config)
  })
}
