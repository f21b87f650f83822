import type { KnipConfig } from 'knip'

export default {
  // Entry points of commands and builds, which no other file imports.
  entry: [
    'scripts/{run,count-reporter}.mjs',
    'scripts/{build-pages,build-server}.ts',
    'app/browser/{main,dev-main,load-with-styles}.ts',
    'server/{main,start,dev,site,admin-command,backup-command}.ts',
    'app/service-worker/service-worker.ts',
    'bench/{main,bare-server,speed/attack,realtime/{clients,framing-clients},push/{push-service,library-loop}}.ts',
    'e2e/faults/main.ts',
    'backend/push/delivery-thread.ts',
    'backend/auth/password-thread.ts',
    'supabase/tests/delivering-process.ts',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
  // isbot: required by React Router when app/ has no entry.server; the one of the admin is in app/admin/.
  // patch-package: run by scripts/install.mjs. vnu-jar: a Java program, run by e2e/html/nu-checker.ts.
  ignoreDependencies: ['isbot', 'patch-package', 'vnu-jar'],
  // Part of the operating system.
  ignoreBinaries: ['setpriv', 'unshare', 'useradd'],
} satisfies KnipConfig
