import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './scripts/precompress.ts'
import { checkWeight } from './scripts/weight-budget.ts'

export default {
  ssr: true,
  splitRouteModules: true,
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client')
    await precompress(client)
    await checkWeight(client)
  },
} satisfies Config
