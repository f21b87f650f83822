import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
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
                { name: 'site', test: /\/(app\/(ui|site|browser|data)|domain)\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './server/site.ts' } } },
  },
})
