import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { checkout, launch } from './command.ts'
import type { PreparedContent } from './prepare-folders.ts'
import { preparedFolder } from './prepared-folder.ts'
import { newFolder, serverOn, untilReady, type Server } from './server.ts'

interface ChangedCheckout {
  /** Writes a file that does not exist yet. */
  add: (file: string, text: string) => void
  /** Adds one line to a file: at its end, or before the only line that contains a text. */
  addLine: (file: string, line: string, before?: string) => void
  /** Starts the checkout, as `npm start` does, on a new data folder or on a prepared one; the first time, it is built. */
  start: (prepared?: PreparedContent) => Promise<Server>
}

/** @returns a copy of the files that git has, with the installed dependencies of this checkout */
export function changedCheckout(): ChangedCheckout {
  const folder = join(newFolder(), 'checkout')
  const ignored = readFileSync(join(checkout, '.gitignore'), 'utf8').match(/^\/?[\w.-]+(?=\/$)/gm) ?? []
  const skipped = new Set(['.git', 'node_modules', ...ignored.map((name) => name.replace('/', ''))])
  cpSync(checkout, folder, { recursive: true, filter: (path) => !skipped.has(relative(checkout, path)) })
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  return {
    add(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text, { flag: 'wx' })
    },
    addLine(file, line, before) {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n')
      const found =
        before === undefined ? [lines.length - 1] : lines.flatMap((text, n) => (text.includes(before) ? [n] : []))
      if (found.length !== 1) throw new Error(`${found.length} lines of ${file} contain ${before}`)
      writeFileSync(join(folder, file), lines.toSpliced(found[0] ?? 0, 0, line).join('\n'))
    },
    async start(prepared) {
      const dataDir = prepared ? preparedFolder(prepared) : join(newFolder(), 'data')
      const settings = await serverOn(dataDir, prepared === 'no notices' ? { SAMPLE_DATA: 'off' } : {})
      return untilReady(launch('npm', ['start'], { cwd: folder, env: settings }), settings)
    },
  }
}
