import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { buildServiceWorker } from './scripts/build-service-worker.ts'
import { precompress } from './scripts/precompress.ts'
import { checkWeight } from './scripts/weight-budget.ts'

export default {
  ssr: true,
  splitRouteModules: true,
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client')
    await buildServiceWorker(client, join(reactRouterConfig.buildDirectory, 'server', 'index.js'))
    await precompress(client)
    await checkWeight(client)
  },
} satisfies Config
