import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // The variant for browsers decodes characters by writing HTML, which the admin's policy refuses.
  resolve: {
    alias: {
      'decode-named-character-reference': fileURLToPath(
        new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\// },
                // One file instead of fifty: a request costs more than the lines that a tab does not use.
                { name: 'shared', minShareCount: 2 },
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
