/** `npm run bench`: prints figures and ratios of this machine. Nothing here fails on timing. */
import { cpus } from 'node:os'
import { measureLighthouse } from './lighthouse.ts'
import { measureRendering } from './rendering.ts'
import { startServer, temporaryFolder } from './running-server.ts'
import { measureWeight } from './weight.ts'

const folder = temporaryFolder()
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`)

try {
  const first = await startServer(folder.path)
  await first.stop()
  const second = await startServer(folder.path)
  console.log('\nServer process to first page')
  console.table({
    'first start (new database, sample data)': { ms: Math.round(first.readyAfter) },
    'second start': { ms: Math.round(second.readyAfter) },
  })
  try {
    const details = await measureWeight(second.url)
    await measureRendering(second.url, details)
    measureLighthouse(second.url, details)
  } finally {
    await second.stop()
  }
} finally {
  folder.remove()
}
