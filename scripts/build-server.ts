/** Bundles the server with its dependencies, after React Router has built the site. Source: docs/decisions/062 */
import { rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const folder = 'build/start'
const site = resolve('build/server/index.js')

/** Code outside of dependencies finds migrations, threads and fonts where they are in the source. */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  enforce: 'pre',
  transform: {
    filter: { code: 'import.meta.url', id: { exclude: /node_modules/ } },
    handler: (code, id) => {
      const address = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', address), map: null }
    },
  },
}

const builtSite: Plugin = {
  name: 'built-site',
  enforce: 'pre',
  resolveId: { filter: { id: /^virtual:site$/ }, handler: () => site },
}

rmSync('build/compiled', { recursive: true, force: true })
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [builtSite, sourceAddresses],
  define: { 'process.env.NODE_ENV': '"production"' },
  // sharp loads its native library by its own place.
  ssr: { noExternal: true, external: ['sharp'] },
  build: {
    ssr: 'server/start.ts',
    outDir: folder,
    target: 'node22',
    rollupOptions: {
      // All files are in one folder, so that addresses of the source fit each of them.
      output: { chunkFileNames: '[name]-[hash].js' },
      onwarn: (warning, warn) => {
        // React Router marks code for React's server components, which this server does not use.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
