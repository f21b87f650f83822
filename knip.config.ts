import type { KnipConfig } from 'knip'

export default {
  // Started by a command line, or built by Vite: no import names them.
  entry: [
    'scripts/{run,count-reporter}.mjs',
    'scripts/build-pages.ts',
    'app/browser/{main,dev-main}.ts',
    'server/{main,dev,site,staff-command}.ts',
    'app/service-worker/service-worker.ts',
    'bench/{main,bare-server,realtime/crowd,push/{push-service,library-loop}}.ts',
    'backend/push/delivery-thread.ts',
    'supabase/tests/delivering-process.ts',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
  // Wanted by React Router where it finds no entry.server in app/; that of the admin is in app/admin/.
  ignoreDependencies: ['isbot'],
  // Comes with the operating system.
  ignoreBinaries: ['useradd'],
} satisfies KnipConfig
