/**
 * Entry of the server. The build has bundled everything else, because finding and compiling a thousand files would take
 * most of the time of a start. Source: docs/decisions/062
 */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const bundle = new URL('../build/start/start.js', import.meta.url)
/** Compiled code of the bundle. A folder that cannot be written only makes the next start slower. */
const compiled = fileURLToPath(new URL('../build/compiled', import.meta.url))

if (process.argv.includes('--help')) {
  const { configHelp } = await import('./config-help.ts')
  console.log(configHelp())
} else if (!existsSync(bundle)) {
  process.stderr.write('The site is not built yet: start it with npm start.\n')
  process.exitCode = 1
} else {
  enableCompileCache(compiled)
  await import(bundle.href)
}
