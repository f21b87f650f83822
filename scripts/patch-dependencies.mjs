import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuse } from './progress.mjs'
import { root } from './project-root.mjs'

/**
 * Faults of pinned dependencies that no release repairs yet: file -> pairs of what was published and what it should be.
 * Source: docs/decisions/009
 */
const faults = {
  'postgres/src/connection.js': [
    // A connection that is lost while a small write waits ended the whole process, or never wrote again.
    [
      '  function nextWrite(fn) {',
      '  function nextWrite(fn) {\n    if (!socket) return (chunk = nextWriteTimer = null), false',
    ],
    [
      'clearImmediate(nextWriteTimer)\n    if (socket)',
      'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket)',
    ],
    [
      'clearImmediate(nextWriteTimer)\n    socket.',
      'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.',
    ],
    // What its holder asked next was never answered.
    [
      "return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))\n\n    if (stream)",
      "return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))\n\n    if (!socket)\n      return queryError(q, Errors.connection('CONNECTION_CLOSED', options))\n\n    if (stream)",
    ],
    // Or was mixed up with what came after the connection was opened again.
    [
      "!hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))",
      "if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = results = errorResponse = null\n    result = new Result()",
    ],
    // Nobody took note when it was lost while it asked for the types; the query that waits for them is told already.
    ['return fetchArrayTypes()', 'return fetchArrayTypes().catch(() => {})'],
  ],
  'postgres/src/index.js': [
    // A lost connection goes back to the pool: who held it must neither use it nor give it back a second time.
    [
      '    const sql = Sql(handler)\n    sql.release = () => {\n',
      '    let lost = null\n    c.onclose = e => {\n      lost = e\n      while (queue.length) queue.shift().reject(e)\n    }\n\n    const sql = Sql(handler)\n    sql.release = () => {\n      if (lost) return\n      c.onclose = null\n',
    ],
    [
      '    function handler(q) {\n      c.queue',
      '    function handler(q) {\n      if (lost) return q.reject(lost)\n      c.queue',
    ],
    ['      , connection\n      , prepare', '      , connection\n      , lost = null\n      , prepare'],
    [
      'connection.onclose = reject)',
      'connection.onclose = e => {\n          reject(lost = e)\n          while (queries.length) queries.shift().reject(e)\n        })',
    ],
    [
      '        c.queue === full\n          ?',
      '        if (lost) return q.reject(lost)\n        c.queue === full\n          ?',
    ],
    // Who waits for a connection was forgotten when the one that was being opened failed, or held it for ever.
    ['{ reserve: resolve, reject }', '{ reserve: resolve, reject: e => (queries.remove(query), reject(e)) }'],
    [
      'queries.length && connect(c, queries.shift())',
      'if (!queries.length) return\n    const query = queries.shift()\n    query.reserve && queries.push(query)\n    connect(c, query)',
    ],
  ],
}

/** To be called once after npm ci, which brings the files as they were published. */
export function patchDependencies() {
  for (const [file, edits] of Object.entries(faults)) {
    const path = join(root, 'node_modules', file)
    writeFileSync(
      path,
      edits.reduce((text, edit) => patched(file, text, edit), readFileSync(path, 'utf8')),
    )
  }
}

function patched(file, text, [published, better]) {
  if (!text.includes(published))
    refuse(`node_modules/${file} has changed: see whether scripts/patch-dependencies.mjs is still needed.`)
  return text.replace(published, () => better)
}
