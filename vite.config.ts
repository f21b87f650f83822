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
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\// },
              ],
            },
          },
        },
      },
    },
    // The server bundle contains the public pages and the server part of the admin.
    ssr: { build: { rollupOptions: { input: './server/site.ts' } } },
  },
})
