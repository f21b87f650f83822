/** In development, `main.ts` with what Vite and React need to exchange changed code. No page of a build loads this file. */

// @ts-expect-error The module is made by React Router's Vite plugin.
import 'virtual:react-router/inject-hmr-runtime'

await import('./main.ts')

// Pages are rendered on the server, so a changed one is asked for again.
import.meta.hot?.on('page-changed', () => location.reload())
