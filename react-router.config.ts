import type { Config } from '@react-router/dev/config'

/** The admin alone is a React Router application; public pages are documents (app/pages.ts). */
export default {
  appDirectory: 'app/admin',
  ssr: true,
  splitRouteModules: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
