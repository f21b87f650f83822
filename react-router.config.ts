import type { Config } from '@react-router/dev/config'

/** Only the admin is a React Router application; public pages are server-rendered documents (app/pages.ts). */
export default {
  appDirectory: 'app/admin',
  ssr: true,
  // The scripts of a route are one file, which app/admin/layout/route-scripts.ts loads.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
