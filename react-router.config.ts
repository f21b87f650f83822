import type { Config } from '@react-router/dev/config'

/** Only the admin is a React Router application; public pages are server-rendered documents (app/pages.ts). */
export default {
  appDirectory: 'app/admin',
  ssr: true,
  splitRouteModules: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
