import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { isSharedByVisitors, visitorBundles } from './scripts/visitor-bundles.ts'

export default defineConfig({
  plugins: [reactRouter(), visitorBundles()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // Two large files compress better, and arrive sooner, than twenty small ones.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\// },
                {
                  name: (id, modules) =>
                    isSharedByVisitors(id, (other) => modules.getModuleInfo(other)) ? 'site' : null,
                  test: /\/(app\/(ui|site|browser|data)|domain)\//,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './server/site.ts' } } },
  },
})
